import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";

export type PublicJwk = { kty: "OKP"; crv: "Ed25519"; x: string; kid: string; alg: "EdDSA"; use: "sig" };
export type SigningKey = {
  keyId: string;
  publicKey: KeyObject;
  privateKey: KeyObject | null;
  jwk: PublicJwk;
};

/**
 * An Ed25519 key as base64 of its DER: PKCS #8 of a private key, SPKI of a retired one that only verifies.
 * @throws {Error} if it is no such key
 */
export function readSigningKey(base64: string): SigningKey {
  const key = Buffer.from(base64, "base64");
  const privateKey = tryPrivateKey(key);
  const publicKey = privateKey
    ? createPublicKey(privateKey)
    : createPublicKey({ key, format: "der", type: "spki" });
  if (publicKey.asymmetricKeyType !== "ed25519") throw new Error("The key is not an Ed25519 key.");
  const jwk = toJwk(publicKey);
  return { keyId: jwk.kid, publicKey, privateKey, jwk };
}

function tryPrivateKey(key: Buffer): KeyObject | null {
  try {
    return createPrivateKey({ key, format: "der", type: "pkcs8" });
  } catch {
    return null;
  }
}

function toJwk(publicKey: KeyObject): PublicJwk {
  const { x = "" } = publicKey.export({ format: "jwk" });
  return { kty: "OKP", crv: "Ed25519", x, kid: thumbprint(x), alg: "EdDSA", use: "sig" };
}

/** The JWK thumbprint of RFC 7638, so that a key's id cannot name another key. */
function thumbprint(x: string): string {
  const members = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  return createHash("sha256").update(members).digest("base64url");
}

/** A new private key in the form that `readSigningKey` reads. */
export function generateSigningKey(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
}

/** What is wrong with the keys of PROOF_SIGNING_KEYS, in words; null if they can be used. */
export function problemOfSigningKeys(values: string[]): string | null {
  const make = "openssl genpkey -algorithm ed25519 -outform DER | openssl base64 -A makes one";
  if (values.length === 0) return `is required in production; ${make}`;
  try {
    const [current] = values.map(readSigningKey);
    return current?.privateKey ? null : `the first key must be a private one; ${make}`;
  } catch {
    return `every key must be an Ed25519 key as base64 of its DER; ${make}`;
  }
}
