import { createHash, randomBytes } from "node:crypto";

/** A token of 256 random bits, safe in URLs and cookies. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 as lower-case hex: for stored tokens and for comparing bodies. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
