import Decimal from "decimal.js-light";
import { useCurrency } from "#app/components/exchange-rates/currency-context.tsx";
import { calculateCommission, type Tier, tierFor, tierLabel } from "#app/lib/commission.ts";
import { rateBetween } from "#app/lib/exchange.ts";
import { displayMoney, toAmount } from "#app/lib/money.ts";

type ExpectedCommissionProps = {
  basis: { tiers: Tier[]; monthTotal: string } | null;
  /** As typed. */
  amount: string;
  currency: string;
};

/** What the verified amount would earn, before it is decided. */
export function ExpectedCommission({ basis, amount: typed, currency }: ExpectedCommissionProps) {
  const rates = useCurrency()?.exchangeRates ?? {};
  const amount = toAmount(typed);
  if (amount === null) return "No amount, so no commission.";
  const tierCurrency = basis?.tiers[0]?.currency;
  if (!basis || !tierCurrency) return "No commission: this broker has no tiers.";
  const rate = rateBetween(currency, tierCurrency, rates);
  if (rate === null) return `No commission: there is no exchange rate from ${currency} to ${tierCurrency}.`;
  const monthTotal = new Decimal(amount).mul(rate).plus(basis.monthTotal).toFixed();
  const tier = tierFor(basis.tiers, monthTotal);
  if (!tier)
    return `No commission: no tier covers a monthly total of ${displayMoney(monthTotal, tierCurrency)}.`;
  const earned = displayMoney(calculateCommission(tier, amount, rate), tierCurrency);
  return (
    <>
      Earns {earned} (<bdi>{tier.name}</bdi>, {tierLabel(tier)}).
    </>
  );
}
