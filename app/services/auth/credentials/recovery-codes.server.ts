import { randomInt } from "node:crypto";
import type { Transaction } from "sequelize";
import { codeHashes } from "#app/lib/secrets.server.ts";
import { RecoveryCode } from "#app/models/index.server.ts";

const COUNT = 10;
/** 31 letters and digits that do not look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 12;
const GROUP = 4;

const newCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
    .join("")
    .replace(new RegExp(`.{${GROUP}}(?=.)`, "g"), "$&-");

/** Normalizes a typed code; null if it cannot be one. Case, spaces and hyphens do not matter. */
export function parseRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, "");
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null;
}

/**
 * Replaces the account's codes with ten new ones.
 * @returns the codes; only their hashes are stored
 */
export async function replaceRecoveryCodes(
  { userId }: { userId: string },
  transaction: Transaction,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  const createdAt = new Date();
  await RecoveryCode.destroy({ where: { userId }, transaction });
  await RecoveryCode.bulkCreate(
    codes.map((code) => {
      const [codeHash = ""] = recoveryCodeHashes({ userId, code: parseRecoveryCode(code) ?? code });
      return { userId, codeHash, createdAt };
    }),
    { transaction },
  );
  return codes;
}

/** The hashes under which a typed code may be stored. */
export const recoveryCodeHashes = ({ userId, code }: { userId: string; code: string }): string[] =>
  codeHashes(code, userId);
