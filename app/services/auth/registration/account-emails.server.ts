import type { Transaction } from "sequelize";
import { config } from "#app/env.server.ts";
import type { User } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { issueToken, revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";

type Owner = Pick<User, "id" | "email" | "name" | "emailVerifiedAt">;

/** The name in emails once the address is verified. Before, a stranger may have typed it. */
const knownName = ({ name, emailVerifiedAt }: Owner) => (emailVerifiedAt ? name : null);

/** Sends the link that verifies the account's email. Older links stay valid. */
export async function sendVerificationEmail(user: Owner, transaction: Transaction): Promise<void> {
  const token = await issueToken(
    { userId: user.id, purpose: "verify-email", email: user.email },
    transaction,
  );
  await queueMail(
    {
      kind: "verify-email",
      to: user.email,
      userId: user.id,
      props: { link: config.publicUrl + paths.verifyEmail({ token }) },
    },
    transaction,
  );
}

/** Sends the link that makes `newEmail` the account's email. */
export async function sendEmailChangeEmail(
  user: Owner,
  newEmail: string,
  transaction: Transaction,
): Promise<void> {
  const token = await issueToken({ userId: user.id, purpose: "change-email", email: newEmail }, transaction);
  await queueMail(
    {
      kind: "change-email",
      to: newEmail,
      userId: user.id,
      props: { newEmail, link: config.publicUrl + paths.verifyEmail({ token }) },
    },
    transaction,
  );
}

/** Tells the current address about the change while it can still be cancelled. */
export function sendEmailChangeRequestedEmail(
  user: Owner,
  newEmail: string,
  transaction: Transaction,
): Promise<void> {
  const props = { name: user.name, newEmail, at: new Date().toISOString() };
  return queueMail({ kind: "email-change-asked", to: user.email, userId: user.id, props }, transaction);
}

export async function sendPasswordResetEmail(user: Owner, transaction: Transaction): Promise<void> {
  const token = await issueToken(
    { userId: user.id, purpose: "reset-password", email: user.email },
    transaction,
  );
  await queueMail(
    {
      kind: "reset-password",
      to: user.email,
      userId: user.id,
      props: { name: knownName(user), link: config.publicUrl + paths.resetPassword({ token }) },
    },
    transaction,
  );
}

/**
 * For an email that was registered twice before it was verified. It is unknown who registered first, so the
 * first link is revoked and the reader of the email sets a password.
 */
export async function sendFinishSignUpEmail(user: Owner, transaction: Transaction): Promise<void> {
  await revokeTokens({ userId: user.id, purposes: ["verify-email"] }, transaction);
  const token = await issueToken(
    { userId: user.id, purpose: "reset-password", email: user.email },
    transaction,
  );
  await queueMail(
    {
      kind: "finish-sign-up",
      to: user.email,
      userId: user.id,
      props: { link: config.publicUrl + paths.resetPassword({ token }) },
    },
    transaction,
  );
}

/** Tells an owner that somebody tried to use their email. */
export function sendAlreadyRegisteredEmail(user: Owner, transaction: Transaction): Promise<void> {
  return queueMail(
    { kind: "address-known", to: user.email, userId: user.id, props: { name: knownName(user) } },
    transaction,
  );
}
