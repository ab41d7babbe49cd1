import { Op, type Transaction, UniqueConstraintError } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import { Authenticator, RecoveryCode, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { replaceRecoveryCodes } from "#app/services/auth/credentials/recovery-codes.server.ts";
import { createTotpSecret, matchTotpStep, totpUri } from "#app/services/auth/credentials/totp.server.ts";
import { consumeCode, parseCode } from "#app/services/auth/credentials/two-factor-codes.server.ts";
import { endSessions } from "#app/services/auth/sessions/sessions.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { notifyAccount } from "#app/services/notifications/notify.server.ts";

/** `since` is null while two-factor is off. */
export type TwoFactor = { since: Date | null; codesLeft: number };

/** What an authenticator is set up with: the secret to type, or the URI in the QR code. */
export type TotpSecret = { secret: string; address: string };

type Owner = { owner: User };

/** A code of the authenticator, or a recovery code. */
type CodeConfirmation = Owner & { code: string; now?: Date };

const mailFor = (owner: User, isOn: boolean) => ({
  kind: "two-step-changed" as const,
  to: owner.email,
  userId: owner.id,
  props: { name: owner.name, at: new Date().toISOString(), isOn },
});

export async function hasTwoFactor(userId: string, transaction: Transaction): Promise<boolean> {
  return (await Authenticator.count({ where: { userId, confirmedAt: { [Op.ne]: null } }, transaction })) > 0;
}

export async function getTwoFactor({ owner }: Owner): Promise<TwoFactor> {
  const userId = owner.id;
  const [authenticator, codesLeft] = await Promise.all([
    retryRead(() => Authenticator.findOne({ where: { userId } })),
    retryRead(() => RecoveryCode.count({ where: { userId, usedAt: null } })),
  ]);
  const since = authenticator?.confirmedAt ?? null;
  return { since, codesLeft: since ? codesLeft : 0 };
}

/** The secret that waits for its first code, or null. */
export async function findTwoFactorSetup({ owner }: Owner): Promise<TotpSecret | null> {
  const found = await retryRead(() =>
    Authenticator.findOne({ where: { userId: owner.id, confirmedAt: null } }),
  );
  return found && forApp(owner, decrypt(found.secret, owner.id));
}

/**
 * Creates a secret for an authenticator, in place of an unconfirmed one. A first code confirms it.
 * @throws {Conflict} `two_step_on`
 */
export async function startTwoFactorSetup({ owner }: Owner): Promise<TotpSecret> {
  const userId = owner.id;
  const secret = createTotpSecret();
  try {
    await inTransaction(async (transaction) => {
      await Authenticator.destroy({ where: { userId, confirmedAt: null }, transaction });
      if (await hasTwoFactor(userId, transaction)) throw alreadyOn();
      const row = { userId, secret: encrypt(secret, userId), lastStep: 0, createdAt: new Date() };
      await Authenticator.create(row, { transaction });
    });
  } catch (error) {
    // Another window started at the same time: the later one counts.
    if (error instanceof UniqueConstraintError) return startTwoFactorSetup({ owner });
    throw error;
  }
  return forApp(owner, secret);
}

/**
 * Switches two-factor on with the first code. Other sessions end, because a password alone started them.
 * @returns ten recovery codes, shown this once
 * @throws {Invalid} at `code` · {Conflict} `two_step_not_begun`, `two_step_on`
 */
export async function confirmTwoFactor({
  owner,
  code,
  sessionId,
  now = new Date(),
}: Owner & { code: string; sessionId: string; now?: Date }): Promise<string[]> {
  const userId = owner.id;
  const waiting = await retryRead(() => Authenticator.findOne({ where: { userId } }));
  if (!waiting) throw new Conflict("two_step_not_begun", messages.twoFactor.notBegun);
  if (waiting.confirmedAt) throw alreadyOn();
  const step = matchTotpStep({ secret: decrypt(waiting.secret, userId), code, now });
  if (step === null) throw new Invalid([{ field: "code", message: messages.twoFactor.wrongFirstCode }]);
  return inTransaction(async (transaction) => {
    // The lock orders concurrent sign-ins: each ends here, or asks for a code.
    await lockRow(User, { where: { id: userId }, attributes: ["id"], transaction });
    const [confirmed] = await Authenticator.update(
      { confirmedAt: now, lastStep: step },
      { where: { userId, secret: waiting.secret, confirmedAt: null }, transaction },
    );
    if (confirmed === 0) throw new Conflict("two_step_not_begun", messages.twoFactor.notBegun);
    const codes = await replaceRecoveryCodes({ userId }, transaction);
    await endSessions({ userId, exceptSessionId: sessionId }, transaction);
    await tellOfChange(owner, true, transaction);
    return codes;
  });
}

/**
 * Replaces the recovery codes. It needs a code, as switching off does: a password alone must not bypass
 * two-factor.
 * @throws {Invalid} at `code` · {Conflict} `two_step_off`
 */
export async function renewRecoveryCodes({
  owner,
  code,
  now = new Date(),
}: CodeConfirmation): Promise<string[]> {
  const userId = owner.id;
  const read = await parseCode({ userId, code, now });
  return inTransaction(async (transaction) => {
    const authenticator = await Authenticator.findOne({ where: { userId }, transaction });
    if (!authenticator?.confirmedAt) throw new Conflict("two_step_off", messages.twoFactor.isOff);
    if (!(await consumeCode({ userId, code: read, now }, transaction))) throw wrongCode();
    return replaceRecoveryCodes({ userId }, transaction);
  });
}

/**
 * Switches two-factor off and deletes the secret and codes. If it is off or not confirmed, any code is fine.
 * @throws {Invalid} at `code`
 */
export async function disableTwoFactor({ owner, code, now = new Date() }: CodeConfirmation): Promise<void> {
  const userId = owner.id;
  const read = await parseCode({ userId, code, now });
  await inTransaction(async (transaction) => {
    const authenticator = await Authenticator.findOne({ where: { userId }, transaction });
    if (!authenticator) return;
    if (authenticator.confirmedAt && !(await consumeCode({ userId, code: read, now }, transaction)))
      throw wrongCode();
    await Authenticator.destroy({ where: { userId }, transaction });
    await RecoveryCode.destroy({ where: { userId }, transaction });
    await revokeTokens({ userId, purposes: ["two-factor"] }, transaction);
    if (authenticator.confirmedAt) await tellOfChange(owner, false, transaction);
  });
}

async function tellOfChange(owner: User, isOn: boolean, transaction: Transaction): Promise<void> {
  await queueMail(mailFor(owner, isOn), transaction);
  await notifyAccount({ userId: owner.id, type: "twoFactorChanged", payload: { isOn } }, transaction);
}

const wrongCode = () => new Invalid([{ field: "code", message: messages.twoFactor.wrongCode }]);

const alreadyOn = () => new Conflict("two_step_on", messages.twoFactor.isOn);

const forApp = (owner: User, secret: string): TotpSecret => ({
  secret,
  address: totpUri({ secret, email: owner.email }),
});
