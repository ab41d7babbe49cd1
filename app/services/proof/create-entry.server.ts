import { createHmac } from "node:crypto";
import type { Attributes } from "sequelize";
import { type ProofRecord, toCanonicalText } from "#app/lib/proof/proof-file.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import type { ProofEntry } from "#app/models/index.server.ts";
import type { ProofFact } from "./facts.ts";
import { currentKeyId, signProof } from "./signing.server.ts";

export type NewProofEntry = Attributes<ProofEntry>;

/** Hides a personal value. Without the salt nobody can find it by trying. */
export const hashValue = (salt: string, name: string, value: string): string =>
  sha256(JSON.stringify([salt, name, value]));

/** The canonical form refuses half of a surrogate pair, which an ad platform's response may have. */
const wellFormed = (facts: ProofFact["facts"]): ProofFact["facts"] =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "string" ? Buffer.from(value).toString() : value,
    ]),
  );

type Place = { submissionId: string; workspaceId: string };

/** A signed entry that follows `last`, or begins a submission's chain. */
export function createEntry(
  { submissionId, workspaceId }: Place,
  last: Pick<NewProofEntry, "number" | "record"> | null,
  { kind, at, facts, personal, rows = null }: ProofFact,
  recordedAt = new Date(),
): NewProofEntry {
  const number = (last?.number ?? 0) + 1;
  const given = Object.entries(personal).filter((pair): pair is [string, string] => pair[1] !== null);
  const salt = given.length > 0 || rows !== null ? newToken() : null;
  const record = toCanonicalText({
    format: "attesto-proof-entry/2",
    number,
    previous: last && sha256(last.record),
    submissionId,
    kind,
    at: at.toISOString(),
    recordedAt: recordedAt.toISOString(),
    facts: wellFormed({
      ...facts,
      ...(rows === null
        ? {}
        : {
            rowHmac: createHmac("sha256", salt ?? "")
              .update(rows)
              .digest("hex"),
          }),
    }),
    digests: Object.fromEntries(given.map(([name, value]) => [name, hashValue(salt ?? "", name, value)])),
  } satisfies ProofRecord);
  return {
    submissionId,
    number,
    workspaceId,
    record,
    keyId: currentKeyId,
    signature: signProof(record),
    salt,
  };
}
