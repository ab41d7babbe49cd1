import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import { Authenticator, RecoveryCode } from "#app/models/index.server.ts";
import { parseRecoveryCode, recoveryCodeHashes } from "./recovery-codes.server.ts";
import { matchTotpStep } from "./totp.server.ts";

/** A time step of the authenticator, or a recovery code. */
export type ParsedCode = { step: number } | { codeHashes: string[] };

/** Parses a code before the transaction that consumes it. Null if it is certainly wrong. */
export async function parseCode(given: {
  userId: string;
  code: string;
  now: Date;
}): Promise<ParsedCode | null> {
  const { userId, now } = given;
  const digits = given.code.replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(digits)) {
    const authenticator = await retryRead(() => Authenticator.findOne({ where: { userId } }));
    if (!authenticator?.confirmedAt) return null;
    const step = matchTotpStep({ secret: decrypt(authenticator.secret, userId), code: digits, now });
    return step === null ? null : { step };
  }
  const code = parseRecoveryCode(given.code);
  return code === null ? null : { codeHashes: recoveryCodeHashes({ userId, code }) };
}

/**
 * Consumes a code: each time step once and in order, each recovery code once.
 * @returns whether it was valid
 */
export async function consumeCode(
  { userId, code, now }: { userId: string; code: ParsedCode | null; now: Date },
  transaction: Transaction,
): Promise<boolean> {
  if (code === null) return false;
  const [taken] =
    "step" in code
      ? await Authenticator.update(
          { lastStep: code.step },
          {
            where: { userId, lastStep: { [Op.lt]: code.step }, confirmedAt: { [Op.ne]: null } },
            transaction,
          },
        )
      : await RecoveryCode.update(
          { usedAt: now },
          { where: { userId, codeHash: { [Op.in]: code.codeHashes }, usedAt: null }, transaction },
        );
  return taken > 0;
}
