import { createEncryptedCookie } from "#app/http/cookies/encrypted-cookie.server.ts";
import type { NewLink } from "#app/services/auth/sign-in/link-identity.server.ts";

/** A sign-in that waits for its second step. */
export type PendingTwoFactor = {
  token: string;
  /** When the first step was proven: a provider may have asked long ago. */
  provenAt: number;
  /** A provider's account that this sign-in links: not before the second step. */
  link: NewLink | null;
  begunAt: number;
};

/** Carries the second step's token from the sign-in page to the next: never in an address, gone after 10 minutes. */
export const twoFactorCookie = createEncryptedCookie<PendingTwoFactor>("attesto_second_step", "/login");
