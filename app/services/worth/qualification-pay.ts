import type Decimal from "decimal.js-light";
import { takesBack, toClawBack } from "./claw-backs.ts";
import { type OwnPart, toEntry } from "./contract-parts.ts";
import type { ReadDay } from "./moments.ts";
import { type ContractFact, judgeQualification } from "./qualification.ts";
import { chooseStep } from "./steps.ts";
import { type ClientWorth, Sum, type WorthClient, type WorthEntry, ZERO } from "./worth.ts";

export type Payable = Pick<ClientWorth, "qualifiedOn" | "lacks" | "factIds"> & {
  entries: WorthEntry[];
  isClawedBack: boolean;
  /** What it will pay once it is met, nothing after its last day; null where that is not known. */
  open: Decimal | null;
};

type Given = {
  client: Pick<WorthClient, "submissionId" | "country">;
  /** In the order of their time. */
  facts: readonly ContractFact[];
  readDay: ReadDay;
  /** In order. */
  chargedBackOn: readonly string[];
  today: string;
  hasLeft: boolean;
  /** Whether the contract is that of the first deposit. */
  isCertain: boolean;
};

/** What a `cpa` pays for a client. */
export function payQualification(own: OwnPart, given: Given): Payable {
  const { client, facts, readDay, chargedBackOn } = given;
  const { qualification } = own.part;
  const judged = judgeQualification({ qualification, facts, readDay, chargedBackOn });
  const { qualifiedOn, lacks, factIds, unread } = judged;
  const group = own.steps.find(client.country);
  const row = { submissionId: client.submissionId, factIds };
  const result = { qualifiedOn, lacks, factIds, isClawedBack: false, open: ZERO };

  if (qualifiedOn !== null) {
    const entry = toQualified(qualifiedOn);
    const day = chargedBackOn.find((one) => one >= qualifiedOn && takesBack(own.part, qualifiedOn, one));
    return day === undefined
      ? { ...result, entries: [entry] }
      : { ...result, entries: [entry, toClawBack(entry, day)], isClawedBack: true };
  }
  const [day] = chargedBackOn;
  if (judged.isLost && day !== undefined) {
    const entry = toEntry(own, { ...row, day, amount: ZERO, reason: "charged_back" });
    return { ...result, entries: [entry], isClawedBack: true };
  }
  if (group?.tiers.length === 0) return { ...result, lacks: [], entries: [] };

  const first = facts.find(({ fact }) => fact.kind === "deposit");
  const isUnread = unread !== null && lacks.some(({ what }) => what === "deposit");
  if (first && isUnread) {
    const entry = toEntry(own, { ...row, day: first.day, amount: null, reason: unread });
    return { ...result, entries: [entry], open: null };
  }
  const isOver = given.hasLeft || lacks.some(({ until }) => until !== null && until < given.today);
  return { ...result, entries: [], open: isOver ? ZERO : toOpen() };

  function toQualified(day: string): WorthEntry {
    const { basis, isWhole, isReported } = judged;
    const step = group && given.isCertain ? chooseStep(group, basis.toFixed(), isWhole) : "unknown";
    if (step === "unknown") {
      const reason = group ? (unread ?? "no_amount") : "no_country";
      return toEntry(own, { ...row, day, amount: null, reason });
    }
    const reason = step === null ? "no_step" : isReported ? "reported" : "qualified";
    return toEntry(own, { ...row, day, amount: new Sum(step?.value ?? 0), reason });
  }

  function toOpen(): Decimal | null {
    const { basis, isWhole } = judged;
    // The sum of the first 24 hours is to reach the least deposit first.
    const least = new Sum((qualification?.within === "24h" && qualification.depositMin) || 0);
    const step = group ? chooseStep(group, (basis.gt(least) ? basis : least).toFixed(), isWhole) : "unknown";
    return step === "unknown" ? null : new Sum(step?.value ?? 0);
  }
}
