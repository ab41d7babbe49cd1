import { sortProofNames, toProofLabel } from "#app/lib/proof/describe-problem.ts";
import type { ProofFile, ProofRecord } from "#app/lib/proof/proof-file.ts";
import type { ProofEntryView } from "#app/schemas/proof.ts";
import type { GetName } from "./submission.ts";

type Fact = ProofEntryView["facts"][number];

const LATE_MS = 60_000;

/** A proof for a page to read and print. */
export function presentProof({ entries }: ProofFile, getName: GetName): ProofEntryView[] {
  return entries.map(({ record, values, keyId, signature }) => ({
    number: record.number,
    title: toTitle(record, getName),
    at: record.at,
    recordedAt: Date.parse(record.recordedAt) - Date.parse(record.at) > LATE_MS ? record.recordedAt : null,
    facts: toFacts(record, getName),
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

function toFacts({ facts }: ProofRecord, getName: GetName): Fact[] {
  const { currency, adPlatform, ...others } = facts;
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

function toTitle({ kind, facts }: ProofRecord, getName: GetName): string {
  switch (kind) {
    case "submitted":
      return "The visitor confirmed it";
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
    case "erased":
      return "The person was erased";
    case "attempted": {
      const platform = getName(String(facts.adPlatform));
      return facts.outcome === "permanent" ? refusedBy(platform) : `Sent to ${platform}: ${facts.outcome}`;
    }
  }
}
