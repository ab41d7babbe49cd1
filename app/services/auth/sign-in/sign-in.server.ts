import { inTransaction } from "#app/database/connection.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import type { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { issueToken } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { type CreatedSession, type SignInOrigin, startSession } from "./complete-sign-in.server.ts";
import { consumeEmailLink, type EmailLink } from "./email-link.server.ts";
import { linkIdentity, type NewLink } from "./link-identity.server.ts";
import { lockVerifiedAccount } from "./lock-account.server.ts";
import { hasTwoFactor } from "./two-factor.server.ts";

/** An account whose password was right, or that a provider has verified. */
export type VerifiedAccount = { kind: "verified"; user: User; authenticatedAt: Date };

/** A verified account, or a link from an email, which is consumed where the sign-in starts. */
type Credentials = VerifiedAccount | ({ kind: "email-link" } & EmailLink);

export type SignInArguments = SignInOrigin & {
  credentials: Credentials;
  /** A provider's account to link, and the account it is meant for. */
  link?: (NewLink & { userId: string }) | null;
};

/** A completed first factor. The token represents it until the second one. */
export type PendingSecondFactor = { token: string; authenticatedAt: Date; link: NewLink | null };

export type SignInResult = CreatedSession | ({ kind: "second-factor" } & PendingSecondFactor);

/**
 * Signs in. The account stays locked while the session or the token is created, so that a password reset
 * meanwhile ends what was started with the old one.
 * @throws what `consumeEmailLink` throws
 * @throws {Unauthenticated} if the credentials have become invalid
 * @throws {Conflict} `try_again` if `link` is for another account, `linked_elsewhere`
 */
export async function signIn({
  credentials,
  link = null,
  ...origin
}: SignInArguments): Promise<SignInResult> {
  return inTransaction(async (transaction): Promise<SignInResult> => {
    const { user, authenticatedAt } =
      credentials.kind === "email-link"
        ? await consumeEmailLink(credentials, transaction)
        : { ...credentials, user: await lockVerifiedAccount(credentials.user, transaction) };
    if (link && link.userId !== user.id) throw new Conflict("try_again", messages.social.notFinished);
    if (await hasTwoFactor(user.id, transaction)) {
      const token = await issueToken({ userId: user.id, purpose: "two-factor" }, transaction);
      return { kind: "second-factor", token, authenticatedAt, link };
    }
    if (link) await linkIdentity({ ...link, owner: user }, transaction);
    return startSession({ user, authenticatedAt, ...origin }, transaction);
  });
}
