import { ANSWERS } from "#app/lib/opt-in-answers.ts";
import type { ProofProblem } from "./verify-proof.ts";

/** How people read the names of a proof's values, in the order in which they read them. */
const LABELS: Record<string, string> = {
  formId: "Form",
  platformName: "Broker",
  action: "Action",
  amount: "Amount",
  currency: "Currency",
  firstSeenAt: "First seen",
  consentAt: "Consent given",
  from: "From",
  to: "To",
  notCovered: "Not sent, the consent does not allow it",
  statement: "Statement",
  lines: "Lines",
  rowHmac: "HMAC of the row",
  decidedBy: "Decided by",
  by: "Decided by a",
  evidence: "Broker’s evidence",
  adPlatform: "Ad platform",
  eventId: "Event ID",
  attempt: "Attempt",
  outcome: "Outcome",
  reason: "Reason",
  httpStatus: "HTTP status",
  platformCode: "Platform’s code",
  traceId: "Trace ID",
  email: "Email",
  phone: "Phone",
  ...ANSWERS,
  consentText: "Consent",
  pageUrl: "Page",
  referrer: "Referrer",
  ip: "IP address",
  userAgent: "Browser",
  deviceId: "Device ID",
  request: "Sent",
  response: "Received",
};

export const toProofLabel = (name: string): string => LABELS[name] ?? name;

const NAMES = Object.keys(LABELS);
/** Names without a label come last. */
const placeOf = (name: string) => (NAMES.includes(name) ? NAMES.indexOf(name) : NAMES.length);

/** A record has its values in the order of the canonical form. */
export const sortProofNames = (names: string[]): string[] =>
  [...names].sort((one, other) => placeOf(one) - placeOf(other));

/** What is wrong with a proof, as a sentence. */
export function describeProblem(problem: ProofProblem): string {
  switch (problem.code) {
    case "not_json":
      return "This is not a proof file. Choose the file as you downloaded it, or paste all of its text.";
    case "not_a_proof":
      return "This is not a proof file, or its structure was changed.";
    case "repeated_name":
      return "A value stands in the file twice, so programs may read different ones.";
    case "unknown_key":
      return `${problem.entry === null ? "The file" : `Step ${problem.entry}`} is signed with the key ${problem.keyId}, which is not the issuer's.`;
    case "changed_entry":
      return `Step ${problem.entry} was changed after it was signed. Its signature covers ${listNames(["Date", ...sortProofNames(problem.names).map(toProofLabel)])}.`;
    case "changed_value":
      return `${toProofLabel(problem.name)} in step ${problem.entry} is not the value that was signed.`;
    case "broken_chain":
      return `Step ${problem.entry} does not follow the step before it: one was removed, added or moved.`;
    case "other_claim":
      return `Step ${problem.entry} belongs to another claim.`;
    case "changed_file":
      return "The file was changed after it was made. Each step in it is as it was signed, so the last steps were removed, or a detail of the file itself was changed: its date, issuer or keys.";
  }
}

const listNames = (names: string[]) => new Intl.ListFormat("en-GB").format(names);
