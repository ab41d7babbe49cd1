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
