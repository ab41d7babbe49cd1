import type { PairRate } from "./exchange.ts";

/**
 * Currencies that their central banks hold at a fixed rate to another one, and for which the European Central
 * Bank publishes none. They are offered, and used only once the owner takes one.
 */
const PEGS: Record<string, Record<string, string>> = {
  USD: {
    AED: "3.6725",
    AWG: "1.79",
    BBD: "2",
    BHD: "0.376",
    BMD: "1",
    BSD: "1",
    BZD: "2",
    DJF: "177.721",
    ERN: "15",
    JOD: "0.709",
    OMR: "0.3845",
    PAB: "1",
    QAR: "3.64",
    SAR: "3.75",
    XCD: "2.7",
  },
  EUR: {
    BAM: "1.95583",
    BGN: "1.95583",
    CVE: "110.265",
    KMF: "491.96775",
    STN: "24.5",
    XAF: "655.957",
    XOF: "655.957",
    XPF: "119.33174",
  },
  GBP: { FKP: "1", GIP: "1", SHP: "1" },
  INR: { BTN: "1", NPR: "1.6" },
  SGD: { BND: "1" },
  ZAR: { LSL: "1", NAD: "1", SZL: "1" },
};

const pegs = new Map<string, PairRate>(
  Object.entries(PEGS).flatMap(([from, rates]) =>
    Object.entries(rates).map(([to, rate]) => [to, { from, to, rate }] as const),
  ),
);

/** The currencies with a known peg, in the order of the alphabet. */
export const peggedCurrencies: readonly string[] = [...pegs.keys()].sort();

/** The known peg of a currency, as its central bank quotes it; null without one. */
export const findPeg = (currency: string): PairRate | null => pegs.get(currency) ?? null;
