import type { Attributes } from "sequelize";
import type { ProofRecord } from "#app/lib/proof/proof-file.ts";
import { hashValue } from "#app/lib/proof/verify-proof.server.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import type { ProofEntry } from "#app/models/index.server.ts";
import type { ProofFact } from "./facts.ts";
import { currentKeyId, signProof } from "./signing.server.ts";

export type NewProofEntry = Attributes<ProofEntry>;

type Place = { submissionId: string; workspaceId: string };

/** A signed entry that follows `last`, or begins a submission's chain. */
export function createEntry(
  { submissionId, workspaceId }: Place,
  last: Pick<NewProofEntry, "number" | "record"> | null,
  { kind, at, facts, personal }: ProofFact,
  recordedAt = new Date(),
): NewProofEntry {
  const number = (last?.number ?? 0) + 1;
  const given = Object.entries(personal).filter((pair): pair is [string, string] => pair[1] !== null);
  const salt = given.length > 0 ? newToken() : null;
  const record = JSON.stringify({
    format: "attesto-proof-entry/1",
    number,
    previous: last && sha256(last.record),
    submissionId,
    kind,
    at: at.toISOString(),
    recordedAt: recordedAt.toISOString(),
    facts,
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
