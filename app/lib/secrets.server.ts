import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { config } from "#app/env.server.ts";

/** What a signature is for: one made for one purpose is worth nothing for another. */
export type SigningPurpose =
  | "form-token"
  | "visitor"
  | "flash"
  | "private-link"
  | "pending-email"
  | "held-password";

function hmac(secret: string, purpose: SigningPurpose, value: string): Buffer {
  return createHmac("sha256", secret).update(`${purpose}:${value}`).digest().subarray(0, 16);
}

/** A signature of 128 bits, base64url, made with the current secret. */
export function sign(purpose: SigningPurpose, value: string): string {
  return hmac(config.sessionSecrets[0] as string, purpose, value).toString("base64url");
}

/** Whether `signature` was made here for this purpose, with the current secret or an older one. */
export function isSignature(purpose: SigningPurpose, value: string, signature: string): boolean {
  const given = Buffer.from(signature, "base64url");
  if (given.length !== 16) return false;
  return config.sessionSecrets.some((secret) => timingSafeEqual(hmac(secret, purpose, value), given));
}

/**
 * Hashes of a short random code, as hex: the first made with the current key, by which it is kept, then those of older keys, under which it
 * may have been kept. Without a key nobody can try all codes, so they need not be slow. Bound to `rowId`.
 */
export function codeHashes(code: string, rowId: string): string[] {
  return config.encryptionKeys.map((key) =>
    createHmac("sha256", codeKey(key)).update(`${rowId}:${code}`).digest("hex"),
  );
}

const codeKey = (key: string) => createHash("sha256").update(`codes:${key}`).digest();
const keyId = (key: string) => createHash("sha256").update(`id:${key}`).digest("hex").slice(0, 8);
const cipherKey = (key: string) => createHash("sha256").update(`aes:${key}`).digest();

/** AES-256-GCM, bound to `rowId`: a value copied to another row cannot be read there. Gives `keyId.nonce.tag.text`. */
export function encrypt(plain: string, rowId: string): string {
  const key = config.encryptionKeys[0] as string;
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", cipherKey(key), nonce).setAAD(Buffer.from(rowId));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return [keyId(key), ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString("base64url"))].join(
    ".",
  );
}

/**
 * Reads what `encrypt` wrote for the same row.
 * @throws {Error} when the key is no longer configured or the value was changed
 */
export function decrypt(sealed: string, rowId: string): string {
  const [id, ...parts] = sealed.split(".");
  const key = config.encryptionKeys.find((candidate) => keyId(candidate) === id);
  if (!key) throw new Error("The key that sealed this value is not among ENCRYPTION_KEYS.");
  const [nonce, tag, text] = parts.map((part) => Buffer.from(part, "base64url")) as [Buffer, Buffer, Buffer];
  const decipher = createDecipheriv("aes-256-gcm", cipherKey(key), nonce)
    .setAAD(Buffer.from(rowId))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
}
