import { Op } from "sequelize";
import { Forbidden, Unauthenticated } from "#app/lib/errors.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import { Authenticator, inTransaction, RecoveryCode, reading, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages.ts";
import { endTokens, findToken, issueToken, takeToken } from "./account-tokens.server.ts";
import { stepOf } from "./authenticator-codes.server.ts";
import { readRecoveryCode, recoveryCodeHashes } from "./recovery-codes.server.ts";
import { hasTwoStep } from "./two-step.server.ts";

const PURPOSE = "second-step";

/** The token with which a proven account goes on to its second step, or null where it has none: 10 minutes, the last one counts. */
export async function beginSecondStep({ userId }: { userId: string }): Promise<string | null> {
  if (!(await hasTwoStep(userId))) return null;
  return inTransaction((transaction) => issueToken({ userId, purpose: PURPOSE }, transaction));
}

/**
 * Whose second step a token is.
 * @throws {Unauthenticated} `second_step_ended` for one that is unknown, used or older than 10 minutes
 */
export async function findSecondStep({ token }: { token: string }): Promise<{ userId: string }> {
  const found = await findToken({ token, purpose: PURPOSE });
  if (!found) throw ended();
  return { userId: found.userId };
}

/** After too many wrong codes the password is asked for again. */
export async function endSecondStep({ userId }: { userId: string }): Promise<void> {
  await inTransaction((transaction) => endTokens({ userId, purposes: [PURPOSE] }, transaction));
}

/**
 * Takes the app's code, each of its steps once, or a recovery code, each once, and with it the token. After a wrong code the token
 * still counts.
 * @throws {Unauthenticated} `invalid_code`, `second_step_ended` · {Forbidden} `account_deactivated`
 */
export async function takeSecondStep({
  token,
  code,
  now = new Date(),
}: {
  token: string;
  code: string;
  now?: Date;
}): Promise<User> {
  const { userId } = await findSecondStep({ token });
  const take = await readCode({ userId, code, now });
  if (!take) throw new Unauthenticated(messages.twoStep.wrongCode, "invalid_code");
  return inTransaction(async (transaction) => {
    const [taken] =
      "step" in take
        ? await Authenticator.update(
            { lastStep: take.step },
            {
              where: { userId, lastStep: { [Op.lt]: take.step }, confirmedAt: { [Op.ne]: null } },
              transaction,
            },
          )
        : await RecoveryCode.update(
            { usedAt: now },
            { where: { userId, codeHash: { [Op.in]: take.codeHashes }, usedAt: null }, transaction },
          );
    if (taken === 0) throw new Unauthenticated(messages.twoStep.wrongCode, "invalid_code");
    if (!(await takeToken({ token, purpose: PURPOSE }, transaction))) throw ended();
    const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
    if (!user.isActive) throw new Forbidden("account_deactivated", messages.auth.deactivated);
    return user;
  });
}

type ReadCode = { step: number } | { codeHashes: string[] };

async function readCode(given: { userId: string; code: string; now: Date }): Promise<ReadCode | null> {
  const { userId, now } = given;
  const digits = given.code.replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(digits)) {
    const authenticator = await reading(() => Authenticator.findOne({ where: { userId } }));
    if (!authenticator?.confirmedAt) return null;
    const step = stepOf({ secret: decrypt(authenticator.secret, userId), code: digits, now });
    return step === null ? null : { step };
  }
  const code = readRecoveryCode(given.code);
  return code === null ? null : { codeHashes: recoveryCodeHashes({ userId, code }) };
}

const ended = () => new Unauthenticated(messages.twoStep.ended, "second_step_ended");
