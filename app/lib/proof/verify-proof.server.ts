import { createPublicKey, verify as isSignedBy, type KeyObject } from "node:crypto";
import { sha256 } from "#app/lib/random.server.ts";
import { ProofFile, toProofText } from "./proof-file.ts";
import { type PublicJwk, thumbprint } from "./signing-keys.server.ts";

/** Hides a personal value. Without the salt nobody can find it by trying. */
export const hashValue = (salt: string, name: string, value: string): string =>
  sha256(JSON.stringify([salt, name, value]));

export type VerifiedProof = { proof: ProofFile; problem: null } | { proof: null; problem: string };

/**
 * Checks a proof file without anything else: its text, its chain, its signatures and its personal values.
 * @param trusted the issuer's published keys; without them, those in the file are used
 */
export function verifyProof(text: string, trusted?: Pick<PublicJwk, "x">[]): VerifiedProof {
  let proof: ProofFile;
  try {
    proof = ProofFile.parse(JSON.parse(text));
  } catch {
    return { proof: null, problem: "This is not a proof file, or its structure was changed." };
  }
  const problem = findProblem(text, proof, trusted ?? proof.keys);
  return problem === null ? { proof, problem } : { proof: null, problem };
}

function findProblem(text: string, proof: ProofFile, trusted: Pick<PublicJwk, "x">[]): string | null {
  if (toProofText(proof) !== text) return "The text of the file was changed.";
  const keys = new Map(trusted.map(({ x }) => [thumbprint(x), x]));
  const { seal, ...sealed } = proof;
  if (!keys.has(seal.keyId))
    return `The file is sealed with the key ${seal.keyId}, which is not the issuer's.`;
  if (!isSigned(JSON.stringify(sealed), seal, keys)) return "The file was changed after it was made.";
  let previous: string | null = null;
  for (const [index, { record, salt, values, ...signed }] of proof.entries.entries()) {
    const entry = `Entry ${index + 1}`;
    const recordText = JSON.stringify(record);
    if (!keys.has(signed.keyId))
      return `${entry} is signed with the key ${signed.keyId}, which is not the issuer's.`;
    if (!isSigned(recordText, signed, keys)) return `${entry} does not match its signature.`;
    if (record.number !== index + 1 || record.previous !== previous)
      return `${entry} does not follow the entry before it.`;
    if (record.submissionId !== proof.entries[0]?.record.submissionId)
      return `${entry} belongs to another claim.`;
    for (const [name, value] of Object.entries(values)) {
      if (salt === null || record.digests[name] !== hashValue(salt, name, value))
        return `The value of ${name} in ${entry.toLowerCase()} is not the one that was signed.`;
    }
    previous = sha256(recordText);
  }
  return null;
}

type SignatureData = { keyId: string; signature: string };

function isSigned(text: string, { keyId, signature }: SignatureData, keys: Map<string, string>): boolean {
  const bytes = Buffer.from(signature, "base64url");
  // The last character of base64url has unused bits.
  if (bytes.toString("base64url") !== signature) return false;
  const key = toPublicKey(keys.get(keyId) ?? "");
  return key !== null && isSignedBy(null, Buffer.from(text), key, bytes);
}

function toPublicKey(x: string): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  } catch {
    return null;
  }
}
