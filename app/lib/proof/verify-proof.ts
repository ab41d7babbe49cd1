import { base64url, calculateJwkThumbprint } from "jose";
import {
  type ProofFile,
  readProofFile,
  type SignedEntry,
  signedText,
  toCanonicalText,
} from "./proof-file.ts";

/** What is wrong with a proof. `entry` is the number of the step, and `name` that of its value. */
export type ProofProblem =
  | { code: "not_json" | "not_a_proof" | "repeated_name" }
  | { code: "unknown_key"; entry: number | null; keyId: string }
  | { code: "changed_entry"; entry: number; names: string[] }
  | { code: "changed_value"; entry: number; name: string }
  | { code: "other_claim" | "broken_chain"; entry: number }
  | { code: "changed_file" };

export type CheckedProof = { proof: ProofFile; problems: [] } | { proof: null; problems: ProofProblem[] };

type PublicKey = { x: string };
type Signature = { keyId: string; signature: string };
/** The public keys by their ids. */
type Keys = Map<string, CryptoKey>;

/**
 * Checks a proof with nothing but WebCrypto, in a browser or on a server: its signatures, its chain and its
 * personal values.
 * @param trusted the issuer's published keys; without them, those in the file are used
 */
export async function verifyProof(text: string, trusted?: PublicKey[]): Promise<CheckedProof> {
  const read = readProofFile(text);
  if (typeof read === "string") return { proof: null, problems: [{ code: read }] };
  const keys = await importKeys(trusted ?? read.keys);
  const problems = await findProblems(read, keys);
  return problems.length === 0 ? { proof: read, problems: [] } : { proof: null, problems };
}

async function findProblems({ seal, ...file }: ProofFile, keys: Keys): Promise<ProofProblem[]> {
  const problems: ProofProblem[] = [];
  // Undefined after a step that was changed: its hash says nothing about the next one.
  let previous: string | null | undefined = null;
  for (const [index, entry] of file.entries.entries()) {
    const number = index + 1;
    const found = await findEntryProblems(entry, number, keys);
    const { record } = entry;
    if (record.number !== number || (previous !== undefined && record.previous !== previous))
      found.push({ code: "broken_chain", entry: number });
    if (record.submissionId !== file.entries[0]?.record.submissionId)
      found.push({ code: "other_claim", entry: number });
    problems.push(...found);
    const isChanged = found.some(({ code }) => code === "changed_entry");
    previous = isChanged ? undefined : await sha256(signedText(entry));
  }
  if (!keys.has(seal.keyId)) problems.push({ code: "unknown_key", entry: null, keyId: seal.keyId });
  const sealed = file.format === "attesto-proof/1" ? JSON.stringify(file) : toCanonicalText(file);
  if (problems.length === 0 && !(await isSigned(sealed, seal, keys))) problems.push({ code: "changed_file" });
  return withoutRepeatedKeys(problems);
}

async function findEntryProblems(entry: SignedEntry, number: number, keys: Keys): Promise<ProofProblem[]> {
  const { record, salt, values, keyId, ...others } = entry;
  const problems: ProofProblem[] = [];
  if (!keys.has(keyId)) problems.push({ code: "unknown_key", entry: number, keyId });
  else if (!isShownAsSigned(entry) || !(await isSigned(signedText(entry), { keyId, ...others }, keys)))
    problems.push({ code: "changed_entry", entry: number, names: Object.keys(record.facts) });
  for (const [name, value] of Object.entries(values)) {
    if (salt === null || record.digests[name] !== (await sha256(toCanonicalText([salt, name, value]))))
      problems.push({ code: "changed_value", entry: number, name });
  }
  return problems;
}

/** Whether the record says what its signed text says. */
function isShownAsSigned({ record, signedText: text }: SignedEntry): boolean {
  if (text === undefined) return true;
  try {
    return toCanonicalText(JSON.parse(text)) === toCanonicalText(record);
  } catch {
    // A changed file may hold anything there.
    return false;
  }
}

/** A stranger's key signs every step: it is named once. */
function withoutRepeatedKeys(problems: ProofProblem[]): ProofProblem[] {
  const named = new Set<string>();
  return problems.filter((problem) => {
    if (problem.code !== "unknown_key") return true;
    const isNew = !named.has(problem.keyId);
    named.add(problem.keyId);
    return isNew;
  });
}

async function importKeys(given: PublicKey[]): Promise<Keys> {
  const keys: Keys = new Map();
  for (const { x } of given) {
    const jwk = { kty: "OKP", crv: "Ed25519", x };
    // An id that the file made up cannot name another key.
    const keyId = await calculateJwkThumbprint(jwk).catch(() => null);
    const key = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]).catch(() => null);
    if (keyId !== null && key !== null) keys.set(keyId, key);
  }
  return keys;
}

async function isSigned(text: string, { keyId, signature }: Signature, keys: Keys): Promise<boolean> {
  const key = keys.get(keyId);
  const bytes = decode(signature);
  return key !== undefined && bytes !== null && crypto.subtle.verify("Ed25519", key, bytes, encode(text));
}

/** Null if it is not the only way to write these bytes: the last character of base64url has unused bits. */
function decode(signature: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(base64url.decode(signature));
    return base64url.encode(bytes) === signature ? bytes : null;
  } catch {
    return null;
  }
}

const encode = (text: string) => new TextEncoder().encode(text);

async function sha256(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", encode(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
