import { type Transaction, UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { Conflict, Unauthenticated } from "#app/lib/errors.ts";
import { Identity, Session, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { EMAIL_MAX } from "#app/schemas/shared/limits.ts";
import type { ProviderAccount } from "#app/services/auth/providers/provider.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { notifyAccount } from "#app/services/notifications/notify.server.ts";

/** A provider's account to link, and the provider's name on its button. */
export type NewLink = { account: ProviderAccount; providerName: string };

export async function createIdentity(
  userId: string,
  account: ProviderAccount,
  transaction: Transaction,
): Promise<void> {
  const now = new Date();
  const { provider, issuer, subject, email } = account;
  await Identity.create(
    {
      userId,
      provider,
      issuer,
      subject,
      email: email?.slice(0, EMAIL_MAX) ?? null,
      createdAt: now,
      lastUsedAt: now,
    },
    { transaction },
  );
}

/**
 * Links a provider's account in the transaction that verified both, and tells the owner. Linked already is
 * fine.
 * @throws {Conflict} `linked_elsewhere`
 */
export async function linkIdentity(
  { owner, account, providerName }: NewLink & { owner: User },
  transaction: Transaction,
): Promise<void> {
  const { issuer, subject } = account;
  const linked = await Identity.findOne({ where: { issuer, subject }, transaction });
  if (linked && linked.userId !== owner.id) throw linkedElsewhere();
  if (linked) return;
  try {
    await createIdentity(owner.id, account, transaction);
  } catch (error) {
    throw error instanceof UniqueConstraintError ? linkedElsewhere() : error;
  }
  await queueMail(
    {
      kind: "provider-linked",
      to: owner.email,
      userId: owner.id,
      props: { name: owner.name, provider: providerName },
    },
    transaction,
  );
  await notifyAccount(
    { userId: owner.id, type: "providerLinked", payload: { provider: providerName } },
    transaction,
  );
}

const linkedElsewhere = () => new Conflict("linked_elsewhere", messages.social.linkedElsewhere);

/**
 * Links a provider's account for who is signed in, if the session has not ended.
 * @throws {Conflict} `linked_elsewhere` · {Unauthenticated}
 */
export async function connectIdentity({
  owner,
  sessionId,
  ...link
}: NewLink & { owner: User; sessionId: string }): Promise<void> {
  await inTransaction(async (transaction) => {
    // A change of password locks the account too, and ends the sessions.
    await lockRow(User, { where: { id: owner.id }, attributes: ["id"], transaction });
    const where = { id: sessionId, userId: owner.id, endedAt: null };
    if ((await Session.count({ where, transaction })) === 0)
      throw new Unauthenticated(messages.auth.sessionExpired);
    await linkIdentity({ owner, ...link }, transaction);
  });
}
