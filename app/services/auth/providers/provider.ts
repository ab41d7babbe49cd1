import { z } from "zod";
import { MINUTE } from "#app/lib/dates.ts";
import { SIGN_IN_PROVIDERS, type SignInProviderId } from "#app/lib/domain.ts";
import { DomainError } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages/index.ts";

/** An account at a provider. Issuer and subject name it; its address may change hands. */
export const ProviderAccount = z.object({
  provider: z.enum(SIGN_IN_PROVIDERS),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  name: z.string().nullable(),
  /** When the provider last authenticated them; null if it does not say. */
  authenticatedAt: z.string().nullable(),
});
export type ProviderAccount = z.infer<typeof ProviderAccount>;

/** How much the provider's clock may differ from ours. */
export const CLOCK_SKEW_MS = MINUTE;

/** When the provider last authenticated the user; the epoch if it does not say, or names a future time. */
export function toAuthenticatedAt(
  { authenticatedAt }: Pick<ProviderAccount, "authenticatedAt">,
  now = Date.now(),
): Date {
  const at = authenticatedAt === null ? Number.NaN : Date.parse(authenticatedAt);
  return Number.isNaN(at) || at > now + CLOCK_SKEW_MS ? new Date(0) : new Date(Math.min(at, now));
}

/** What an authorization starts with; the callback must match it. */
export const AuthorizationRequest = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The provider must ask for the password again, even with a session there. */
  mustReauthenticate: z.boolean(),
  redirectUri: z.string(),
});
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

export type SignInProvider = {
  id: SignInProviderId;
  name: string;
  /** Whether it says when it last authenticated somebody. */
  canReauthenticate: boolean;
  /** The origins that a browser is redirected to, for `form-action`. */
  origins: () => string[];
  authorizationUrl: (request: AuthorizationRequest) => Promise<URL>;
  /** @throws {ProviderUnreachable} · {SignInRefused} */
  exchangeCode: (callback: { url: URL; request: AuthorizationRequest }) => Promise<ProviderAccount>;
};

/** The provider did not respond when it was needed. */
export class ProviderUnreachable extends DomainError {
  constructor(name: string, options?: ErrorOptions) {
    super(
      502,
      "provider_unreachable",
      `${name} cannot be reached right now. Sign in with your password, or try again in a few minutes.`,
      options,
    );
  }
}

/** The callback does not match the request, or the provider refused. */
export class SignInRefused extends DomainError {
  readonly isCancelled: boolean;

  constructor(
    {
      isCancelled = false,
      message = messages.social.notFinished,
    }: { isCancelled?: boolean; message?: string } = {},
    options?: ErrorOptions,
  ) {
    super(400, "sign_in_refused", message, options);
    this.isCancelled = isCancelled;
  }
}
