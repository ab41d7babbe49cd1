import type { ProofFile, ProofRecord } from "#app/lib/proof/proof-file.ts";
import type { ProofEntryView } from "#app/schemas/proof.ts";
import type { NameOf } from "./submission.ts";

type Fact = ProofEntryView["facts"][number];

const LATE_MS = 60_000;

const LABELS: Record<string, string> = {
  formId: "Form",
  platformName: "Broker",
  action: "Action",
  amount: "Amount",
  firstSeenAt: "First seen",
  consentAt: "Consent given",
  from: "From",
  to: "To",
  eventId: "Event ID",
  attempt: "Try",
  outcome: "Outcome",
  httpStatus: "HTTP status",
  platformCode: "Platform’s code",
  traceId: "Trace ID",
  email: "Email",
  phone: "Phone",
  reference: "Account no.",
  consentText: "Consent",
  pageUrl: "Page",
  referrer: "Referrer",
  ip: "IP address",
  userAgent: "Browser",
  deviceId: "Device ID",
  request: "Sent",
  response: "Received",
};

/** A proof for a page to read and print. */
export function presentProof({ entries }: ProofFile, nameOf: NameOf): ProofEntryView[] {
  return entries.map(({ record, values, keyId, signature }) => ({
    number: record.number,
    title: titleOf(record, nameOf),
    at: record.at,
    recordedAt: Date.parse(record.recordedAt) - Date.parse(record.at) > LATE_MS ? record.recordedAt : null,
    facts: factsOf(record),
    personal: Object.entries(record.digests).map(([name, digest]) => ({
      label: labelOf(name),
      value: values[name] ?? null,
      digest,
    })),
    keyId,
    signature,
  }));
}

const labelOf = (name: string) => LABELS[name] ?? name;

function factsOf({ facts }: ProofRecord): Fact[] {
  const { currency, adPlatform: _, ...others } = facts;
  return Object.entries(others).flatMap(([name, value]) => {
    if (value === null) return [];
    const text = name === "amount" ? `${value} ${currency}` : String(value);
    return { label: labelOf(name), value: text, isTime: name.endsWith("At") };
  });
}

function titleOf({ kind, facts }: ProofRecord, nameOf: NameOf): string {
  switch (kind) {
    case "submitted":
      return "The visitor confirmed it";
    case "decided":
      return (
        { handled: "Verified", rejected: "Rejected", pending: "Taken back" }[String(facts.to)] ?? "Decided"
      );
    case "corrected":
      return "The amount was corrected";
    case "withdrawn":
      return "The visitor withdrew it";
    case "erased":
      return "The person was erased";
    case "attempted":
      return `Sent to ${nameOf(String(facts.adPlatform))}: ${facts.outcome}`;
  }
}
