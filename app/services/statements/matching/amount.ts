import Decimal from "decimal.js-light";
import type { Proof } from "./proofs.ts";
import type { ConvertAmount } from "./types.ts";

/** How far one amount is from the other, as a share of that one. A rounded difference does not count. */
export const EQUAL = 0.01;
export const NEAR = 0.1;
/** A usual fee. */
export const FEE = 0.03;
const HALF = 0.5;
/** Up to one unit of the currency is near, however small the amount. */
const UNIT = 1;

export type AmountLevel = "equal" | "near" | "half" | "far" | "unknown";

/** A figure of the file in the currency of the claim. */
type Figure = { value: Decimal; via: "gross" | "net" | "fee" | "converted" | "rate" };

export type AmountFit = {
  level: AmountLevel;
  figure: Figure | null;
  /** The difference as a part of the visitor's amount. */
  off: number;
};

export const UNKNOWN: AmountFit = { level: "unknown", figure: null, off: 0 };

/** What the visitor stated. A null currency is whatever the file has. */
export type StatedAmount = { value: Decimal; currency: string | null };

export const readStated = (amount: string | null, currency: string | null): StatedAmount | null => {
  if (amount === null) return null;
  const value = new Decimal(amount);
  return value.gt(0) ? { value, currency } : null;
};

/** The figures of a row that the visitor may have seen, in the visitor's currency; empty without a rate. */
export function figuresOf(
  proof: Proof,
  currency: string | null,
  convert: ConvertAmount | undefined,
): Figure[] {
  const { gross, net, fee, converted, row } = proof;
  const figures: Figure[] = [];
  if (currency === null || row.currency === null || row.currency === currency) {
    if (gross) figures.push({ value: gross, via: "gross" });
    if (net) figures.push({ value: net, via: "net" });
    const base = gross ?? net;
    if (base && fee?.gt(0)) {
      figures.push({ value: base.add(fee), via: "fee" });
      if (base.gt(fee)) figures.push({ value: base.sub(fee), via: "fee" });
    }
  }
  if (converted && (row.convertedCurrency === null || row.convertedCurrency === currency))
    figures.push({ value: converted, via: "converted" });
  if (figures.length > 0 || currency === null || !convert) return figures;
  const foreign = [
    [gross ?? net, row.currency],
    [converted, row.convertedCurrency],
  ] as const;
  for (const [value, from] of foreign) {
    const amount = value && from && convert(value.toFixed(), from, currency, new Date(proof.to ?? 0));
    if (amount) return [{ value: new Decimal(amount), via: "rate" }];
  }
  return figures;
}

/** Compares two amounts in one currency. */
export function compareValues(stated: Decimal, value: Decimal): { level: AmountLevel; off: number } {
  const difference = value.sub(stated).abs();
  const off = difference.div(stated).toNumber();
  if (off <= EQUAL) return { level: "equal", off };
  if (off <= NEAR || difference.lte(UNIT)) return { level: "near", off };
  return { level: off <= HALF ? "half" : "far", off };
}

const ORDER: AmountLevel[] = ["equal", "near", "half", "far", "unknown"];

/** Compares what the visitor stated with every figure of a row; the nearest one counts. */
export function compareAmounts(
  stated: StatedAmount,
  proof: Proof,
  convert: ConvertAmount | undefined,
): AmountFit {
  let best = UNKNOWN;
  const figures = [proof, ...(proof.joined?.same ?? [])].flatMap((one) =>
    figuresOf(one, stated.currency, convert),
  );
  for (const figure of figures) {
    const { level, off } = compareValues(stated.value, figure.value);
    const isBetter = ORDER.indexOf(level) - ORDER.indexOf(best.level) || off - best.off;
    if (isBetter < 0) best = { level, figure, off };
  }
  // Without a currency in the file, another amount may be in another currency.
  const isSure = proof.row.currency !== null || best.level !== "far" || stated.currency === null;
  return isSure ? best : UNKNOWN;
}
