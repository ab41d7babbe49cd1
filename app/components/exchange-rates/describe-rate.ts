import type { PairRate } from "#app/lib/exchange.ts";

/** "1 USD = 3.6725 AED" */
export const describeRate = ({ from, to, rate }: PairRate): string => `1\u00a0${from} = ${rate}\u00a0${to}`;
