import { sign } from "node:crypto";
import { config } from "#app/env.server.ts";
import { type PublicJwk, readSigningKey, type SigningKey } from "#app/lib/proof/signing-keys.server.ts";

const keys = config.proofSigningKeys.map(readSigningKey);
const current = keys[0] as SigningKey;

export const currentKeyId = current.keyId;

/** All keys that proofs were signed with, the current one first. */
export const publicKeys: PublicJwk[] = keys.map(({ jwk }) => jwk);

/** Signs with the current key: Ed25519, base64url. */
export function signProof(text: string): string {
  if (!current.privateKey) throw new Error("The first of PROOF_SIGNING_KEYS cannot sign.");
  return sign(null, Buffer.from(text), current.privateKey).toString("base64url");
}
