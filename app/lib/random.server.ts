import { hash, randomFillSync } from "node:crypto";

const TOKEN_BYTES = 32;
// One call for many tokens: it takes longer than the rest of a token.
const batch = Buffer.alloc(128 * TOKEN_BYTES);
let usedBytes = batch.length;

/** A token of 256 random bits, safe in URLs and cookies. */
export function newToken(): string {
  if (usedBytes === batch.length) {
    randomFillSync(batch);
    usedBytes = 0;
  }
  const token = batch.toString("base64url", usedBytes, usedBytes + TOKEN_BYTES);
  // Nothing of it stays in memory.
  batch.fill(0, usedBytes, usedBytes + TOKEN_BYTES);
  usedBytes += TOKEN_BYTES;
  return token;
}

/** SHA-256 as lower-case hex: for stored tokens and for comparing bodies. */
export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}

const CODE_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
/** A byte from here on would make the first letters likelier than the others. */
const FAIR_BYTES = 256 - (256 % CODE_LETTERS.length);
const codeBytes = Buffer.alloc(4096);
let usedCodeBytes = codeBytes.length;

/** Random letters from a to z and digits. */
export function newCode(length: number): string {
  let code = "";
  while (code.length < length) {
    if (usedCodeBytes === codeBytes.length) {
      randomFillSync(codeBytes);
      usedCodeBytes = 0;
    }
    const byte = codeBytes[usedCodeBytes++] as number;
    if (byte < FAIR_BYTES) code += CODE_LETTERS[byte % CODE_LETTERS.length];
  }
  return code;
}
