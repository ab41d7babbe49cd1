import Decimal from "decimal.js-light";
import type { Money } from "./commission.ts";
import { convert, type ExchangeRates } from "./exchange.ts";

/** The limit of a broker that has none of its own. */
const DEFAULT_LIMIT: Money = { amount: "100000", currency: "EUR" };
/** The limit in a currency that it cannot be converted to. */
const LIMIT_WITHOUT_RATE = "100000000";

type StoredLimit = { amountLimit: string | null; amountLimitCurrency: string | null };

/** A broker's own limit; null if it has the default. */
export const readAmountLimit = ({ amountLimit, amountLimitCurrency }: StoredLimit): Money | null =>
  amountLimit === null || amountLimitCurrency === null
    ? null
    : { amount: amountLimit, currency: amountLimitCurrency };

/** A broker's limit in a currency: amounts above it are unlikely. */
export const amountLimitIn = (currency: string, own: Money | null, rates: ExchangeRates): string =>
  convert(own ?? DEFAULT_LIMIT, currency, rates) ?? LIMIT_WITHOUT_RATE;

export const isUnlikelyAmount = (
  { amount, currency }: Money,
  ownLimit: Money | null,
  rates: ExchangeRates,
): boolean => new Decimal(amount).gt(amountLimitIn(currency, ownLimit, rates));
