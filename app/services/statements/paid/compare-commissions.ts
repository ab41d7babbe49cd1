import Decimal from "decimal.js-light";
import { calculateCommission, type Money, smallestStep, type Tier, tierLabel } from "#app/lib/commission.ts";
import type { EvidenceSource } from "#app/lib/evidence.ts";
import { convert, type ExchangeRates } from "#app/lib/exchange.ts";
import { displayMoney } from "#app/lib/money.ts";

/** A claim's verified amount and what it earns by the owner's tiers. */
export type ExpectedClaim = Money & {
  /** In the tiers' currency; null where no tier applies or a rate is missing. */
  earned: string | null;
  tier: Pick<Tier, "name" | "type" | "value"> | null;
  /** From the amount's currency to the tiers'. */
  rate: string | null;
};

/** A row that the broker pays for. */
export type PaidLine = {
  source: EvidenceSource;
  line: number;
  isClaimed: boolean;
  /** Gross. */
  amount: string | null;
  fee: string | null;
  currency: string | null;
  paid: string;
  paidCurrency: string | null;
};

export type CommissionFacts = {
  claims: readonly ExpectedClaim[];
  rows: readonly PaidLine[];
  tiers: readonly Tier[];
  /** The one that both sides are compared in: that of the tiers. */
  currency: string;
  rates: ExchangeRates;
};

export type ComparedCommission = {
  /** Null without a verified claim that earns. */
  expected: string | null;
  /** Null without a row; also without a rate, which `missingRate` names. */
  paid: string | null;
  /** What is paid less what is expected. */
  difference: string | null;
  currency: string;
  missingRate: string | null;
};

const Sum = Decimal.clone({ precision: 40 });
const ZERO = new Sum(0);

/** Compares what claims earn with what the broker pays for their rows. */
export function compareCommissions({ claims, rows, currency, rates }: CommissionFacts): ComparedCommission {
  const earned = claims.flatMap((claim) => claim.earned ?? []);
  const expected = earned.length > 0 ? addUp(earned) : null;
  const converted = rows.map(({ paid, paidCurrency }) =>
    convert({ amount: paid, currency: paidCurrency ?? currency }, currency, rates),
  );
  const missing = rows.find((_, index) => converted[index] === null)?.paidCurrency ?? null;
  const paid = rows.length === 0 || missing !== null ? null : addUp(converted.map((amount) => amount ?? "0"));
  return {
    expected: expected?.toFixed() ?? null,
    paid: paid?.toFixed() ?? null,
    difference: paid && (expected || claims.length === 0) ? paid.minus(expected ?? 0).toFixed() : null,
    currency,
    missingRate: missing,
  };
}

const addUp = (amounts: readonly string[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), ZERO);

/** How far an exchange rate may be from another day's. */
const RATE_SPAN = 0.1;
/** What a broker takes for its own fees is seldom more. */
const FEE_SPAN = 0.06;

/** The likely reason for a difference; null without one. */
export function explainDifference(facts: CommissionFacts, compared: ComparedCommission): string | null {
  const { claims, rows, tiers, currency } = facts;
  if (compared.missingRate)
    return `There is no exchange rate from ${compared.missingRate} to ${currency}. You can set one in the settings.`;
  if (rows.length === 0 || compared.paid === null) return null;
  const paid = new Sum(compared.paid);
  if (claims.length === 0) return "No verified claim of this client.";
  if (compared.expected === null) return "No tier of yours applies to it.";
  const expected = new Sum(compared.expected);
  const step = new Sum(smallestStep(currency)).mul(Math.max(claims.length, rows.length));
  const isPaid = (amount: Decimal) => amount.minus(paid).abs().lte(step);
  if (isPaid(expected)) return null;
  const back = rows.filter((row) => new Sum(row.paid).lt(0));
  if (back.length > 0) return `The broker takes commission back in ${nameLines(back)}.`;
  if (paid.isZero()) return "The broker pays nothing for it.";
  return (
    explainRows(facts, expected, step) ??
    explainTier(claims, tiers, currency, isPaid) ??
    explainAmount(facts, expected, isPaid) ??
    explainShare(facts, expected, paid)
  );
}

/** Rows of the client that nobody claimed. */
function explainRows(facts: CommissionFacts, expected: Decimal, step: Decimal): string | null {
  const others = facts.rows.filter(({ isClaimed }) => !isClaimed);
  const claimed = compareCommissions({ ...facts, rows: facts.rows.filter(({ isClaimed }) => isClaimed) });
  if (others.length === 0 || claimed.paid === null) return null;
  if (new Sum(claimed.paid).minus(expected).abs().gt(step)) return null;
  return `The broker also pays for ${nameLines(others)}, which nobody claimed.`;
}

/** How many lines a sentence names. */
const NAMED_MAX = 5;

function nameLines(rows: readonly Pick<PaidLine, "source" | "line">[]): string {
  const lines = rows.flatMap(({ source, line }) => (source === "statement" ? line : []));
  if (lines.length === 0) return rows[0]?.source === "api" ? "an answer of its API" : "a postback";
  if (lines.length === 1) return `line ${lines[0]}`;
  const more = lines.length > NAMED_MAX ? ` and ${lines.length - NAMED_MAX} more` : "";
  return `lines ${lines.slice(0, NAMED_MAX).join(", ")}${more}`;
}

function explainTier(
  claims: readonly ExpectedClaim[],
  tiers: readonly Tier[],
  currency: string,
  isPaid: (amount: Decimal) => boolean,
): string | null {
  const [own] = claims.flatMap(({ tier }) => tier ?? []);
  const other = tiers.find((tier) =>
    isPaid(
      addUp(
        claims.map(({ amount, rate }) => calculateCommission({ ...tier, currency }, amount, rate ?? "1")),
      ),
    ),
  );
  if (!own || !other) return null;
  const label = (tier: Pick<Tier, "name" | "type" | "value">) =>
    `${tier.name} (${tierLabel({ ...tier, currency })})`;
  return other.name === own.name
    ? `The broker pays by ${label(other)}; the claim was verified at ${tierLabel({ ...own, currency })}.`
    : `The broker pays by another tier: ${label(other)} in place of ${label(own)}.`;
}

/** Another amount, or one after a fee, at the same percentage. */
function explainAmount(
  { claims, rows }: CommissionFacts,
  expected: Decimal,
  isPaid: (amount: Decimal) => boolean,
): string | null {
  const currencies = new Set([...claims, ...rows].map(({ currency }) => currency));
  const [currency] = currencies;
  const stated = rows.flatMap(({ amount }) => amount ?? []);
  if (currencies.size > 1 || !currency || stated.length < rows.length) return null;
  if (claims.some(({ tier }) => tier?.type !== "percentage")) return null;
  const verified = addUp(claims.map(({ amount }) => amount));
  const counted = addUp(stated);
  const fee = addUp(rows.flatMap(({ fee: one }) => (one ? new Sum(one).abs().toFixed() : [])));
  if (verified.isZero()) return null;
  const earnedOn = (amount: Decimal) => expected.mul(amount).div(verified);
  const shown = (amount: Decimal) => displayMoney(amount.toFixed(), currency);
  if (fee.gt(0) && [verified, counted].some((amount) => isPaid(earnedOn(amount.minus(fee)))))
    return `The broker pays for the amount after its fee of ${shown(fee)}.`;
  return isPaid(earnedOn(counted))
    ? `The broker counts ${shown(counted)}; ${shown(verified)} is verified.`
    : null;
}

/** What is further off is of another kind. */
const USUAL_SHARE = 0.5;

/** Another rate, percentage or amount for each claim, or a fee that the file does not show. */
function explainShare({ claims, rows, currency }: CommissionFacts, expected: Decimal, paid: Decimal): string {
  const share = paid.div(expected).toNumber();
  const isForeign =
    claims.some((claim) => claim.currency !== currency) ||
    rows.some(({ paidCurrency }) => paidCurrency !== null && paidCurrency !== currency);
  if (isForeign && Math.abs(share - 1) <= RATE_SPAN) return "The broker uses another exchange rate.";
  if (share < 1 && 1 - share <= FEE_SPAN) return "Slightly less: the broker may have taken a fee.";
  const [own] = claims.flatMap(({ tier }) => tier ?? []);
  const isUsual = share >= USUAL_SHARE && share <= 1 / USUAL_SHARE;
  if (!own || !isUsual || claims.some(({ tier }) => tier?.value !== own.value))
    return "Neither a tier, an amount nor a rate explains it: ask the broker.";
  if (own.type === "percentage")
    return `The broker pays ${paid.mul(own.value).div(expected).toDecimalPlaces(2).toFixed()}% where your tier says ${new Sum(own.value).toFixed()}%.`;
  const each = paid.div(claims.length).toFixed(2);
  return `The broker pays ${displayMoney(each, currency)} per claim where your tier says ${displayMoney(own.value, currency)}.`;
}
