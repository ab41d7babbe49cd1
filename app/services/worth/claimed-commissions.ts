import { dayIn } from "#app/lib/dates.ts";
import { takesBack, toClawBack } from "./claw-backs.ts";
import { type ContractParts, type OwnPart, toEntry } from "./contract-parts.ts";
import type { Calendar } from "./moments.ts";
import { type ConvertOn, toCurrency, type WorthClient, type WorthEntry } from "./worth.ts";

type Commission = WorthClient["commissions"][number];

/** The rows of what a client's claims earn by the tiers of their month's contract, as it is stored. */
export function listClaimed(
  { submissionId, commissions }: WorthClient,
  { calendar, parts, convert }: { calendar: Calendar; parts: readonly ContractParts[]; convert: ConvertOn },
): { entries: WorthEntry[]; isClawedBack: boolean } {
  const claimed = commissions.flatMap((commission) => {
    const place = calendar.findOn(`${commission.month}-01`);
    const own = place && findPart(parts[place.index], commission);
    return own ? [{ commission, own }] : [];
  });
  const entries = claimed.map(({ commission, own }) => toClaimed(own, commission));
  const taken = claimed.flatMap(({ commission: { chargedBackAt }, own: { contract, part } }, index) => {
    const entry = entries[index];
    const day = chargedBackAt && dayIn(contract.timeZone, chargedBackAt);
    return entry && day && takesBack(part, entry.day, day) ? [toClawBack(entry, day)] : [];
  });
  return {
    entries: [...entries, ...taken],
    isClawedBack: taken.length > 0 && taken.length === entries.length,
  };

  function toClaimed(own: OwnPart, { earned, currency, ...claim }: Commission): WorthEntry {
    const { month, day, submissionId: claimId } = claim;
    const amount = toCurrency(earned, { currency, to: own.contract.currency, day, convert });
    const reason = earned === null ? "no_commission" : amount === null ? "no_rate" : "verified";
    return toEntry(own, { submissionId, claimId, month, day, amount, reason, factIds: [] });
  }
}

/** The part with steps of the commission's kind; those without a tier are of the first one. */
function findPart(parts: ContractParts | undefined, { tierType }: Commission): OwnPart | undefined {
  const kind = tierType === "fixed" ? "per_deposit" : "percent_of_deposits";
  return parts?.tiers.find(({ part }) => part.kind === kind) ?? parts?.tiers[0];
}
