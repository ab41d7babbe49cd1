import { MINUTE } from "#app/lib/dates.ts";
import { DomainError } from "#app/lib/errors.ts";
import type { Provider as ProviderId } from "#app/models/identity.server.ts";

export type { ProviderId };

/** Who a provider says that somebody is. Issuer and subject name the account; its address may change hands. */
export type ProviderAccount = {
  provider: ProviderId;
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** When they last proved it there; null where the provider does not say. */
  provenAt: string | null;
};

/** The provider's clock and ours may differ by so much. */
export const CLOCK_SKEW_MS = MINUTE;

/** When somebody last proved at the provider who they are, as far as it says so; else long ago. A moment that is still to come is none. */
export function authenticatedAtOf({ provenAt }: Pick<ProviderAccount, "provenAt">, now = Date.now()): Date {
  const at = provenAt === null ? Number.NaN : Date.parse(provenAt);
  return Number.isNaN(at) || at > now + CLOCK_SKEW_MS ? new Date(0) : new Date(Math.min(at, now));
}

/** What a sign-in was begun with, and what its answer is held against. */
export type AuthorizationRequest = {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Asks for the password there once more, whoever is signed in. */
  isProof: boolean;
  redirectUri: string;
};

export type SignInProvider = {
  id: ProviderId;
  /** As its button names it. */
  name: string;
  /** Whether it says when somebody last proved who they are. */
  canProve: boolean;
  /** Where a browser is sent: what `form-action` has to allow. */
  origins: () => string[];
  authorizationUrl: (ask: AuthorizationRequest) => Promise<URL>;
  /** @throws {ProviderUnreachable} · {SignInRefused} */
  exchangeCode: (answer: { url: URL; ask: AuthorizationRequest }) => Promise<ProviderAccount>;
};

/** The provider's answer was needed now and did not come. */
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

/** The answer is none that we asked for, or the provider's own no. */
export class SignInRefused extends DomainError {
  readonly isCancelled: boolean;

  constructor({ isCancelled, message }: { isCancelled: boolean; message: string }, options?: ErrorOptions) {
    super(400, "sign_in_refused", message, options);
    this.isCancelled = isCancelled;
  }
}
