import { randomInt } from "node:crypto";
import type { Transaction } from "sequelize";
import { RecoveryCode } from "#app/models/index.server.ts";
import { hashForLookUp } from "./passwords.server.ts";

const COUNT = 10;
/** 31 letters and digits that are not taken for one another. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 12;
const GROUP = 4;

type Codes = { codes: string[]; hashes: string[] };

const newCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
    .join("")
    .replace(new RegExp(`.{${GROUP}}(?=.)`, "g"), "$&-");

/** A code as it is hashed, or null for a text that cannot be one. Case, spaces and hyphens do not matter. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, "");
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null;
}

/** Some 59 bits: too few for a bare digest, so they are hashed as slowly as a password. */
const hashOf = (userId: string, code: string) => hashForLookUp({ text: code, salt: userId });

/** Ten codes with their hashes, before the transaction that keeps them: hashing is slow. */
export async function makeRecoveryCodes(userId: string): Promise<Codes> {
  const codes = Array.from({ length: COUNT }, newCode);
  const hashes = await Promise.all(codes.map((code) => hashOf(userId, readRecoveryCode(code) ?? code)));
  return { codes, hashes };
}

/** Takes the place of the codes there were. */
export async function keepRecoveryCodes(
  { userId, hashes }: { userId: string; hashes: string[] },
  transaction: Transaction,
): Promise<void> {
  const createdAt = new Date();
  await RecoveryCode.destroy({ where: { userId }, transaction });
  await RecoveryCode.bulkCreate(
    hashes.map((codeHash) => ({ userId, codeHash, createdAt })),
    { transaction },
  );
}

/** The hash of a typed code, by which it is found and used up. */
export const recoveryCodeHash = ({ userId, code }: { userId: string; code: string }): Promise<string> =>
  hashOf(userId, code);
