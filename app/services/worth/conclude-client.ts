import type Decimal from "decimal.js-light";
import { sumByCurrency } from "#app/lib/commission.ts";
import { dayIn, middleOf } from "#app/lib/dates.ts";
import type { WorthState } from "#app/lib/worth.ts";
import type { AssessedClient } from "./assess-client.ts";
import { type ClientWorth, type ConvertOn, toCurrency, toRounded, type WorthFact, ZERO } from "./worth.ts";

/** What the months since a client's first deposit say. */
export type LifeMonths = {
  /** Whether a contract says what is paid for it. */
  isCovered: boolean;
  /** Whether one pays by figures. */
  paysByFigures: boolean;
  /** Whether there are any that it pays by. */
  hasFigures: boolean;
  /** The first month that lacks them. */
  lacksFrom: string | null;
};

/** What a client is worth, once the amounts of all its rows are there. */
export function concludeClient(
  assessed: AssessedClient,
  months: LifeMonths,
  convert: ConvertOn,
): ClientWorth {
  const { client, life, firstDeposit, startsOn, entries, payables } = assessed;
  const state = toState(assessed, months);
  const { currency, amount } = toMoney(assessed, months, convert);
  const qualifiedOn = payables.flatMap((one) => one.qualifiedOn ?? []).sort()[0] ?? null;
  const isWaiting = state === "expected" || state === "qualified";
  const restsOn = [...payables, ...entries].flatMap(({ factIds }) => factIds);
  return {
    submissionId: client.submissionId,
    state,
    amount: state === "unknown" ? null : amount,
    currency,
    lacks: isWaiting ? payables.flatMap(({ lacks }) => lacks) : [],
    qualifiedOn,
    factIds: [...new Set([...(firstDeposit ? [firstDeposit.id] : []), ...restsOn])],
    firstDepositAt: firstDeposit && middleOf(firstDeposit.at),
    firstDepositOn: firstDeposit && startsOn,
    ...life,
    withdrawn: sumWithdrawals(client.facts, currency, convert),
    lacksFrom: months.lacksFrom,
  };
}

function toState(assessed: AssessedClient, { isCovered, paysByFigures, hasFigures }: LifeMonths): WorthState {
  const { client, entries, payables, isClawedBack } = assessed;
  // A charge-back takes the stored commission of its claim away.
  const hasLostAll = client.chargedBackAt !== null && payables.length === 0 && !paysByFigures;
  if (isClawedBack || hasLostAll) return "clawed_back";
  if (sumByCurrency(client.paid).some(({ amount }) => Number(amount) > 0)) return "paid";
  if (client.paid.some(({ amount }) => Number(amount) < 0)) return "clawed_back";
  if (!isCovered) return "unknown";
  if (payables.some(({ qualifiedOn }) => qualifiedOn !== null)) return "qualified";
  if (payables.some(({ open }) => open === null || open.gt(0))) return "expected";
  const isEarned = entries.some(({ claimId, isKnown }) => claimId !== null && isKnown);
  return isEarned || hasFigures ? "qualified" : "expected";
}

type Money = Pick<ClientWorth, "currency" | "amount">;

function toMoney(
  assessed: AssessedClient,
  { isCovered, paysByFigures, hasFigures }: LifeMonths,
  convert: ConvertOn,
): Money {
  const { client, start, entries, payables } = assessed;
  if (!isCovered) {
    const [paid, ...others] = sumByCurrency(client.paid);
    return paid && others.length === 0 ? paid : { currency: null, amount: null };
  }
  const currency = start?.contract.currency ?? entries[0]?.currency ?? null;
  if (currency === null) return { currency, amount: null };
  const known = entries.filter(({ isKnown }) => isKnown);
  const waits = paysByFigures || start?.contract.parts.some(({ kind }) => kind !== "flat") === true;
  const isSilent = entries.length > 0 || (waits && payables.length === 0 && !hasFigures);
  if (known.length === 0 && isSilent) return { currency, amount: null };
  const sum = sumKnown([
    ...known.map((entry) =>
      toCurrency(entry.amount, {
        currency: entry.currency,
        to: currency,
        day: entry.day,
        convert,
      }),
    ),
    ...payables.map(({ open }) => open),
  ]);
  return { currency, amount: sum && toRounded(sum, currency) };
}

/** Null where one is unknown. */
const sumKnown = (amounts: readonly (Decimal | null)[]): Decimal | null =>
  amounts.reduce<Decimal | null>((sum, amount) => sum && amount && sum.plus(amount), ZERO);

function sumWithdrawals(facts: readonly WorthFact[], to: string | null, convert: ConvertOn): string | null {
  const own = facts.filter(({ kind }) => kind === "withdrawal");
  if (to === null) return own.length === 0 ? "0" : null;
  const sum = sumKnown(
    own.map(({ amount, currency, at }) =>
      toCurrency(amount, { currency, to, day: dayIn("UTC", middleOf(at)), convert }),
    ),
  );
  return sum && toRounded(sum, to);
}
