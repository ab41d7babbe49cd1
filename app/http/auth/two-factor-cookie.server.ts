import { z } from "zod";
import { createEncryptedCookie } from "#app/http/cookies/encrypted-cookie.server.ts";
import { ProviderAccount } from "#app/services/auth/providers/provider.ts";

/** A sign-in that waits for its second factor. The token never appears in a URL. */
const PendingSecondFactor = z.object({
  token: z.string(),
  /** In ms: a provider may have authenticated long ago. */
  authenticatedAt: z.number(),
  /** A provider's account that is linked after the second factor. */
  link: z.object({ account: ProviderAccount, providerName: z.string() }).nullable(),
});

export const twoFactorCookie = createEncryptedCookie("attesto_two_factor", PendingSecondFactor);
