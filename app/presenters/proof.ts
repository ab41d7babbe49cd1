import type { AttemptOutcome } from "#app/lib/domain.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { sortProofNames, toProofLabel } from "#app/lib/proof/describe-problem.ts";
import type { ProofFile, ProofRecord } from "#app/lib/proof/proof-file.ts";
import { countTries } from "#app/lib/tries.ts";
import type { ProofEntryView } from "#app/schemas/proof.ts";
import type { GetName } from "./submission.ts";

type Fact = ProofEntryView["facts"][number];

const LATE_MS = 60_000;

/** A proof for a page to read and print. */
export function presentProof({ entries }: ProofFile, getName: GetName): ProofEntryView[] {
  const tries = countProvenTries(entries.map(({ record }) => record));
  return entries.map(({ record, values, keyId, signature }) => ({
    number: record.number,
    title: toTitle(record, getName, tries),
    at: record.at,
    recordedAt: Date.parse(record.recordedAt) - Date.parse(record.at) > LATE_MS ? record.recordedAt : null,
    facts: toFacts(record, getName, tries),
    personal: sortProofNames(Object.keys(record.digests)).map((name) => ({
      label: toProofLabel(name),
      value: values[name] ?? null,
      digest: record.digests[name] ?? "",
    })),
    keyId,
    signature,
  }));
}

const STATUSES: Record<string, string> = { pending: "To check", handled: "Verified", rejected: "Rejected" };

/** The try of each attempt, by the number of its record; null where the result was asked for. */
function countProvenTries(records: ProofRecord[]): Map<number, number | null> {
  const attempts = records.filter(({ kind }) => kind === "attempted");
  const byPlatform = groupBy(attempts, ({ facts }) => String(facts.adPlatform));
  return new Map(
    [...byPlatform.values()].flatMap((ofOne) => [
      ...countTries(ofOne.map(({ number, facts }) => ({ number, outcome: facts.outcome as AttemptOutcome }))),
    ]),
  );
}

type Tries = Map<number, number | null>;

function toFacts({ number, facts: all }: ProofRecord, getName: GetName, tries: Tries): Fact[] {
  const { currency, adPlatform, attempt, ...facts } = all;
  const tryNumber = attempt === undefined ? undefined : tries.get(number);
  const others = typeof tryNumber === "number" ? { attempt: tryNumber, ...facts } : facts;
  const toText = (name: string, value: string) => {
    if (name === "notCovered") return value.split(" ").map(getName).join(", ");
    if (name === "amount") return `${value} ${currency}`;
    if (name === "from" || name === "to") return STATUSES[value] ?? value;
    return name === "outcome" && value === "permanent" ? refusedBy(getName(String(adPlatform))) : value;
  };
  return sortProofNames(Object.keys(others)).flatMap((name) => {
    const value = others[name] ?? null;
    return value === null
      ? []
      : { label: toProofLabel(name), value: toText(name, String(value)), isTime: name.endsWith("At") };
  });
}

const refusedBy = (platform: string) => `Refused by ${platform}`;

function toTitle({ number, kind, facts }: ProofRecord, getName: GetName, tries: Tries): string {
  switch (kind) {
    case "submitted":
      return "The visitor confirmed it";
    case "answered":
      return "The visitor changed the account number";
    case "decided":
      return (
        { handled: "Verified", rejected: "Rejected", pending: "Moved back to To check" }[String(facts.to)] ??
        "Decided"
      );
    case "corrected":
      return facts.amount !== null && Number(facts.amount) === 0
        ? "The broker took the amount back"
        : "The amount was corrected";
    case "withdrawn":
      return "The visitor withdrew it";
    case "sharing_ended":
      return "The visitor ended the sharing with ad platforms";
    case "erased":
      return "The person was erased";
    case "skipped":
      return `Not sent to ${getName(String(facts.adPlatform))}: the consent does not allow it`;
    case "attempted": {
      const platform = getName(String(facts.adPlatform));
      if (facts.outcome === "permanent") return refusedBy(platform);
      return tries.get(number) === null
        ? `Asked ${platform} for the result: ${facts.outcome}`
        : `Sent to ${platform}: ${facts.outcome}`;
    }
  }
}
