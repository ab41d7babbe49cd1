import type { Transaction } from "sequelize";
import { config } from "#app/env.server.ts";
import type { User } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { issueToken, revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";

type Owner = Pick<User, "id" | "email" | "name" | "emailVerifiedAt">;

/** The name for a mail to the account's own address, once that is proven: until then it may be a stranger's words. */
const knownName = ({ name, emailVerifiedAt }: Owner) => (emailVerifiedAt ? name : null);

/** Mails the link that verifies the account's own address. Older ones end. */
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

/** Mails the link that makes `newEmail` the account's address once it was used. */
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

/** Tells the address that is the account's that another one is to take its place, while that can still be stopped. */
export function sendEmailChangeRequestedEmail(
  user: Owner,
  newEmail: string,
  transaction: Transaction,
): Promise<void> {
  const props = { name: user.name, newEmail, at: new Date().toISOString() };
  return queueMail({ kind: "email-change-asked", to: user.email, userId: user.id, props }, transaction);
}

/** Mails the link that sets a new password. */
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
 * To an address that was registered again before it was verified: whose registration was the first nobody knows, so its link ends, and
 * whoever reads the mail sets a password of their own.
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

/** Tells the owner of an address that somebody wanted to use it again. */
export function sendAlreadyRegisteredEmail(user: Owner, transaction: Transaction): Promise<void> {
  return queueMail(
    { kind: "address-known", to: user.email, userId: user.id, props: { name: knownName(user) } },
    transaction,
  );
}
