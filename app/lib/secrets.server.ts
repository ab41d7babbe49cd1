import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { config } from "#app/env.server.ts";

/** A signature is only valid for the purpose it was made for. */
export type SigningPurpose =
  | "form-token"
  | "page-token"
  | "visitor"
  | "flash"
  | "private-link"
  | "chat-visit"
  | "pending-email"
  | "held-password"
  | "unsubscribe";

const keys = new Map<string, KeyObject>();

/** Cached, because each signature with the secret's text would create it again. */
function toKey(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret, "utf8");
  keys.set(secret, key);
  return key;
}

function hmac(secret: string, purpose: SigningPurpose, value: string): Buffer {
  return createHmac("sha256", toKey(secret)).update(`${purpose}:${value}`).digest().subarray(0, 16);
}

/** A hash that only we can compute: for text that is looked up but must not be guessed from the hash. */
export const keyedHash = (purpose: "limit" | "client", value: string): string =>
  hashWith(config.sessionSecrets[0] as string, purpose, value);

/**
 * The same for what is looked up for long: the current secret's hash is stored, older secrets' hashes still
 * match.
 */
export const keyedHashes = (purpose: "statement-key" | "match-key" | "once-key", value: string): string[] =>
  config.sessionSecrets.map((secret) => hashWith(secret, purpose, value));

const hashWith = (secret: string, purpose: string, value: string): string =>
  createHmac("sha256", toKey(secret)).update(`${purpose}:${value}`).digest("hex");

/**
 * Keyed hashes of what a person is found by, within a workspace: the current key's hash is stored, older keys'
 * hashes still match.
 */
export const personHashes = (value: string, workspaceId: string): string[] =>
  config.encryptionKeys.map((key) =>
    createHmac("sha256", toKey(`persons:${key}`))
      .update(`${workspaceId}:${value}`)
      .digest("hex"),
  );

/** Signs with the current secret: 128 bits, base64url. */
export function sign(purpose: SigningPurpose, value: string): string {
  return hmac(config.sessionSecrets[0] as string, purpose, value).toString("base64url");
}

/** Whether the signature is valid for this purpose, with the current or an older secret. */
export function isSignature(purpose: SigningPurpose, value: string, signature: string): boolean {
  const given = Buffer.from(signature, "base64url");
  if (given.length !== 16) return false;
  return config.sessionSecrets.some((secret) => timingSafeEqual(hmac(secret, purpose, value), given));
}

/**
 * Keyed hashes of a short code as hex, bound to `rowId`: the current key's hash is stored, older keys'
 * hashes still match. The key makes guessing all codes impossible, so the hash can be fast.
 */
export function codeHashes(code: string, rowId: string): string[] {
  return config.encryptionKeys.map((key) =>
    createHmac("sha256", codeKey(key)).update(`${rowId}:${code}`).digest("hex"),
  );
}

const codeKey = (key: string) => createHash("sha256").update(`codes:${key}`).digest();
const keyId = (key: string) => createHash("sha256").update(`id:${key}`).digest("hex").slice(0, 8);
const cipherKey = (key: string) => createHash("sha256").update(`aes:${key}`).digest();

/**
 * Encrypts with AES-256-GCM, bound to `rowId`, as `keyId.nonce.tag.text`. A copy in another row cannot be
 * read.
 */
export function encrypt(plain: string, rowId: string): string {
  const key = config.encryptionKeys[0] as string;
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", cipherKey(key), nonce).setAAD(Buffer.from(rowId));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return [keyId(key), ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString("base64url"))].join(
    ".",
  );
}

/** The prefix of values sealed with the current key. */
export const currentSeal = (): string => keyId(config.encryptionKeys[0] as string);

/**
 * Decrypts a value that `encrypt` wrote for the same row.
 * @throws {Error} if the key is no longer configured or the value was changed
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
