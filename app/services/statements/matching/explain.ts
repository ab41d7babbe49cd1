import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import { optInNouns } from "#app/lib/domain.ts";
import { formatAmount, isCurrency } from "#app/lib/money.ts";
import type { HeldClaim, Hit } from "./find-hits.ts";
import { type Fit, findDoubt, isAmountCovered, LONG } from "./fit.ts";
import {
  type Candidate,
  type Identification,
  KEY_WEIGHTS,
  SHARED_PART,
  type SharedField,
} from "./identify.ts";
import type { Reason } from "./types.ts";
import type { Words } from "./words.ts";

const DIFFERENCES: Record<SharedField, number> = {
  country: 40,
  account: 15,
  email: 20,
  hash: 15,
  masked: 20,
  phone: 15,
  ending: 15,
};

export const reason = (text: string, weight: number): Reason => ({
  text,
  weight: Math.round(Math.abs(weight)),
  for: weight > 0,
});

export const scoreOf = (reasons: readonly Reason[]): number =>
  reasons.reduce((sum, { weight, for: isFor }) => sum + (isFor ? weight : -weight), 0);

/** Where a reason points to: how rows are spoken of, and the first of them. */
export type RowPlace = { words: Words; line: number };

function describeHit(
  { key, value, isKnown }: Hit,
  { held, client }: Candidate,
  { words, line }: RowPlace,
): string {
  const { account, email, phone } = held.claim;
  const has = (subject: string) => `${words.has(subject, line)}.`;
  switch (key) {
    case "account":
      if (isKnown) return `Earlier statements taught the account number ${value}. ${words.hasIt(line)}.`;
      return has(`The account number ${account?.trim() ?? value}`);
    case "email":
      return has(`The email ${email}`);
    case "hash":
      return has(`The hash of ${email}`);
    case "phone":
      return has(`The phone number ${phone}`);
    case "clickId":
      return has("The claim’s click ID");
    case "subId":
      return has(`The sub-ID ${value}`);
    case "submissionId":
      return has("The claim’s own ID");
    case "canonical":
      return `${words.teller} has ${client.emails.join(", ")}, another spelling of ${email}.`;
    case "masked":
      return `The masked email ${client.masks.join(", ")} fits ${email}.`;
    case "ending":
      return `The phone number ends in ${value}, as in line ${line}.`;
    case "userName":
      return `The user name ${client.userNames.join(", ")} is like the email ${email}.`;
    case "name":
      return `The name ${[...client.names, ...client.userNames].join(", ")} is like the email ${email}.`;
  }
}

const list = (values: readonly string[]) => values.join(", ");

function describeDifference(
  field: SharedField,
  { held, client }: Candidate,
  { teller }: Pick<Words, "teller">,
): string {
  const { account, email, phone, country } = held.claim;
  switch (field) {
    case "account":
      return `${teller} has the account number ${list(client.shownAccounts)}, the visitor typed ${account}.`;
    case "email":
      return `${teller} has the email ${list(client.emails)}, the visitor ${email}.`;
    case "hash":
      return `${teller} has the hash of another email than ${email}.`;
    case "masked":
      return `The masked email ${list(client.masks)} does not fit ${email}.`;
    case "phone":
      return `${teller} has the phone number ${list(client.phones.map(({ shown }) => shown))}, the visitor ${phone}.`;
    case "ending":
      return `${teller}’s phone number ends in ${list(client.endings)}, the visitor’s is ${phone}.`;
    case "country":
      return `${teller} has the country ${list(client.countries)}, the visitor’s is ${country}.`;
  }
}

/** Which identifiers speak for the client and against. */
export function explainIdentity(candidate: Candidate, identity: Identification, place: RowPlace): Reason[] {
  const { words } = place;
  const reasons = [
    ...identity.own.map((hit) => reason(describeHit(hit, candidate, place), KEY_WEIGHTS[hit.key])),
    ...identity.shared.map((hit) =>
      reason(
        `${describeHit(hit, candidate, place)} ${hit.clients > 1 ? `${hit.clients} ${words.clients} have it.` : "Another claim has it too."}`,
        KEY_WEIGHTS[hit.key] * SHARED_PART,
      ),
    ),
    ...identity.different.map((field) =>
      reason(describeDifference(field, candidate, words), -DIFFERENCES[field]),
    ),
  ];
  for (const key of ["masked", "ending"] as const)
    if (candidate.compared[key] === "same" && !candidate.hits.some((hit) => hit.key === key)) {
      const value = candidate.client.endings.join(", ");
      reasons.push(reason(describeHit({ key, value, clients: 1 }, candidate, place), KEY_WEIGHTS[key]));
    }
  if (candidate.compared.country === "same")
    reasons.push(reason(`Both have the country ${candidate.held.claim.country}.`, 3));
  const { subIds, campaign, source } = candidate.held.claim;
  const known = new Set([...subIds, campaign, source]);
  const common = candidate.client.rows.flatMap((row) => row.subIds).find((subId) => known.has(subId));
  if (common !== undefined && !identity.own.some(({ value }) => value === common))
    reasons.push(reason(`Both come from ${common}.`, 2));
  if (identity.isElsewhere)
    reasons.push(reason(`The account number ${candidate.held.claim.account} is another client’s.`, -25));
  if (identity.isOthers) reasons.push(reason("Another claim fits this client better.", -40));
  return reasons;
}

const money = (amount: string, currency: string | null) =>
  currency && isCurrency(currency) ? `${formatAmount(amount, currency)} ${currency}` : amount;

/** "5 minutes", "2 hours", "3 days": the largest unit, rounded. */
function duration(ms: number): string {
  const [count, unit] =
    ms < HOUR ? [ms / MINUTE, "minute"] : ms < 2 * DAY ? [ms / HOUR, "hour"] : [ms / DAY, "day"];
  const rounded = Math.max(1, Math.round(count));
  return `${rounded} ${unit}${rounded === 1 ? "" : "s"}`;
}

const AMOUNT_WEIGHTS = { equal: 20, near: 10, half: -10, far: -40, unknown: 0 };

function explainAmount(held: HeldClaim, fit: Fit, { teller }: Words): Reason | null {
  const { proof, amount } = fit;
  const { stated } = held;
  const { row } = proof;
  if (!stated) return null;
  const visitors = money(stated.value.toFixed(), stated.currency);
  if (!amount.figure)
    return row.amount && row.currency !== stated.currency
      ? reason(
          `${teller} says ${money(row.amount, row.currency)}, the visitor ${visitors}: there is no rate.`,
          0,
        )
      : null;
  const value = amount.figure.value.toFixed();
  const figure =
    amount.figure.via === "converted" || amount.figure.via === "rate"
      ? `${money(row.amount ?? row.convertedAmount ?? value, row.amount ? row.currency : row.convertedCurrency)} (${money(value, stated.currency)})`
      : money(row.amount ?? value, row.currency ?? stated.currency);
  const says = `${teller} says ${figure}, the visitor ${visitors}`;
  if (amount.level !== "equal" && isAmountCovered(held, fit))
    return reason(`The sum of ${figure} covers the visitor’s ${visitors}.`, 8);
  const weight = AMOUNT_WEIGHTS[amount.level] - Math.min(amount.off, 1) * 100 * 0.5;
  if (amount.level === "equal") {
    if (amount.off === 0 && amount.figure.via === "gross") return reason(`Both say ${visitors}.`, weight);
    const why = {
      gross: "less than 1% apart",
      net: "within the fee",
      fee: "within the fee",
      converted: "the same at the broker’s rate",
      rate: "the same at the day’s rate",
    };
    return reason(`${says}: ${why[amount.figure.via]}.`, Math.max(weight, 15));
  }
  const percent = Math.round(amount.off * 100);
  return reason(`${says}: ${percent}% apart.`, amount.level === "near" ? Math.max(weight, 1) : weight);
}

function explainTime({ held, proof, time }: Fit & { held: HeldClaim }): Reason | null {
  const noun = optInNouns[held.claim.action].toLowerCase();
  if (time.is === "unknown") return null;
  if (time.before === 0) {
    const isInstant = proof.from === proof.to;
    if (isInstant) return reason(`The ${noun} was at the time of the confirmation.`, 14);
    return (proof.to ?? 0) - (proof.from ?? 0) <= LONG
      ? reason(`The ${noun} was on the day of the confirmation.`, 13)
      : reason("The confirmation is in the period of the row.", 8);
  }
  const days = Math.abs(time.before) / DAY;
  const text = `The ${noun} was ${duration(Math.abs(time.before))} ${time.before > 0 ? "before" : "after"} the confirmation`;
  if (time.is === "outside")
    return reason(`${text}, ${time.before > 0 ? "earlier" : "later"} than usual.`, -15 - days / 10);
  return reason(`${text}.`, Math.max(1, 12 - days / 2 - (time.before < 0 ? 1 : 0)));
}

/** How amount, time and kind of the rows speak for the match. */
export function explainFits(held: HeldClaim, fits: readonly Fit[], words: Words): Reason[] {
  const [fit] = fits;
  if (!fit) return [];
  const { takenBack } = fit.proof;
  const noun = optInNouns[held.claim.action].toLowerCase();
  const amount = fits.length > 1 ? explainParts(held, fits, words) : explainAmount(held, fit, words);
  const reasons = [amount, explainTime({ held, ...fit })].filter((one) => one !== null);
  if (takenBack) reasons.push(reason(`${words.row(takenBack.line)} takes the ${noun} back.`, -100));
  const doubt = fits.map((one) => findDoubt(held, one.proof)).find((one) => one !== null);
  if (doubt) reasons.push(reason(doubt, -20));
  const takenOut = fits.find(({ proof }) => proof.takenOutBy !== null)?.proof.takenOutBy;
  if (takenOut && !takenBack)
    reasons.push(reason(`${words.row(takenOut)} takes the same amount out, perhaps this ${noun} back.`, -20));
  return reasons;
}

function explainParts({ stated }: HeldClaim, fits: readonly Fit[], words: Words): Reason {
  const lines = fits.map(({ proof }) => proof.line).sort((a, b) => a - b);
  const amount = stated ? money(stated.value.toFixed(), stated.currency) : "amount";
  return reason(`${words.parts(lines)} together are the visitor’s ${amount}.`, 15);
}
