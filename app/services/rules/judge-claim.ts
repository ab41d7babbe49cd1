import Decimal from "decimal.js-light";
import type { EvidenceGroup, EvidenceKind, EvidenceSource } from "#app/lib/evidence.ts";
import type { RuleRefusal } from "#app/lib/verification-rules.ts";
import { NEAR } from "#app/services/statements/matching/amount.ts";
import type { ConvertAmount } from "#app/services/statements/matching/types.ts";

/** By what evidence names a client as the claim does. `visit` is a click id of ours, of the claim's own visit. */
export type NamedBy = "account" | "email" | "phone" | "click" | "visit";

export type Piece = {
  id: string;
  source: EvidenceSource;
  kind: EvidenceKind;
  group: EvidenceGroup;
  amount: string | null;
  currency: string | null;
  namedBy: ReadonlySet<NamedBy>;
  /** Whether only whoever knows a secret, or has an address of the broker's, could have said it. */
  isSecured: boolean;
};

export type JudgedClaim = {
  amount: string | null;
  currency: string | null;
  /** Whether its visitor has changed the account number since. */
  isChanged: boolean;
  /** The keys under which other claims name another account number. */
  guessedBy: ReadonlySet<NamedBy>;
  /** Whether rows take its money back. */
  isReversed: boolean;
  pieces: readonly Piece[];
};

export type RuleTerms = {
  sources: readonly EvidenceSource[];
  needed: 1 | 2;
  amountMax: { amount: string; currency: string } | null;
};

export type Judgement = { decides: true; pieces: Piece[] } | { decides: false; because: RuleRefusal };

const refuse = (because: RuleRefusal): Judgement => ({ decides: false, because });

/** Money that came at a time: a flag and a total prove nothing alone. */
const isDeposit = ({ kind }: Piece) => kind === "deposit" || kind === "first_deposit";

/** Whoever knows somebody's email, or types a number until one fits, must gain nothing. */
const namesClient = ({ namedBy }: Piece, guessedBy: ReadonlySet<NamedBy> = new Set()) =>
  namedBy.has("visit") ||
  (namedBy.has("account") &&
    (["email", "phone", "click"] as const).some((key) => namedBy.has(key) && !guessedBy.has(key)));

/** Whether a rule may verify a claim by what brokers say of it. */
export function judgeClaim(
  { sources, needed, amountMax }: RuleTerms,
  claim: JudgedClaim,
  convert: ConvertAmount,
): Judgement {
  if (claim.isChanged) return refuse("changed");
  if (claim.isReversed || claim.pieces.some(({ group }) => group === "contradicted"))
    return refuse("contradicted");
  const certain = claim.pieces.filter(({ group, source }) => group === "certain" && sources.includes(source));
  const deposits = certain.filter(isDeposit);
  if (deposits.length === 0) return refuse(certain.length === 0 ? "nothing" : "client");
  const named = deposits.filter((piece) => namesClient(piece));
  if (named.length === 0) return refuse("client");
  const sure = named.filter((piece) => namesClient(piece, claim.guessedBy));
  if (sure.length === 0) return refuse("guessed");
  const found = needed === 1 ? findOne(sure, certain, convert) : findTwo(sure, certain, convert);
  if (!found) return refuse(needed === 1 ? "unsecured" : "sources");
  return isWithin(amountMax, [claim, ...found], convert)
    ? { decides: true, pieces: found }
    : refuse("amount");
}

/** What anybody could have called needs a second source. */
function findOne(named: Piece[], certain: Piece[], convert: ConvertAmount): Piece[] | null {
  const secured = named.find(({ isSecured }) => isSecured);
  return secured ? [secured] : findTwo(named, certain, convert);
}

function findTwo(named: Piece[], certain: Piece[], convert: ConvertAmount): Piece[] | null {
  for (const first of named) {
    const second = certain.find(
      (other) =>
        other.source !== first.source &&
        (first.isSecured || other.isSecured) &&
        (other.namedBy.has("account") || other.namedBy.has("visit")) &&
        isSameMoney(first, other, convert),
    );
    if (second) return [first, second];
  }
  return null;
}

type Money = { amount: string | null; currency: string | null };

function isSameMoney(a: Money, b: Money, convert: ConvertAmount): boolean {
  const [one, other] = [a, b].map((money) => toCurrency(money, a.currency, convert));
  if (!one || !other) return false;
  return one.sub(other).abs().lte(one.mul(NEAR));
}

function toCurrency({ amount, currency }: Money, to: string | null, convert: ConvertAmount): Decimal | null {
  if (amount === null || currency === null || to === null) return null;
  if (currency === to) return new Decimal(amount);
  const converted = convert(amount, currency, to, new Date());
  return converted ? new Decimal(converted) : null;
}

/** Whatever the visitor and the evidence say counts. An amount without a rate is not known to be below. */
function isWithin(limit: RuleTerms["amountMax"], all: readonly Money[], convert: ConvertAmount): boolean {
  if (!limit) return true;
  const stated = all.filter(({ amount }) => amount !== null);
  return (
    stated.length > 0 &&
    stated.every((money) => toCurrency(money, limit.currency, convert)?.lte(limit.amount) ?? false)
  );
}
