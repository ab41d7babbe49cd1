import Decimal from "decimal.js-light";
import { useCurrency } from "#app/components/exchange-rates/currency-context.tsx";
import { NoRate } from "#app/components/exchange-rates/no-rate.tsx";
import { readInRegion } from "#app/lib/amount-in-region.ts";
import { calculateCommission, earnWithoutRate, type Tier, tierFor, tierLabel } from "#app/lib/commission.ts";
import { rateBetween } from "#app/lib/exchange.ts";
import { displayMoney } from "#app/lib/money.ts";
import { messages } from "#app/schemas/messages/index.ts";

type ExpectedCommissionProps = {
  basis: { tiers: Tier[]; monthTotal: string } | null;
  /** As typed. */
  amount: string;
  currency: string;
};

/** What the verified amount would earn, before it is decided. */
export function ExpectedCommission({ basis, amount: typed, currency }: ExpectedCommissionProps) {
  const rates = useCurrency()?.conversion;
  const reading = readInRegion(typed, currency);
  if (reading === null) return "No amount, so no commission.";
  if ("whole" in reading) return `${messages.fields.amountDoubtful(typed, reading, currency)}.`;
  const { amount } = reading;
  const tierCurrency = basis?.tiers[0]?.currency;
  if (!basis || !tierCurrency) return "No commission: this broker has no tiers.";
  const rate = rates ? rateBetween(currency, tierCurrency, rates) : null;
  if (rate === null) {
    const certain = earnWithoutRate(basis.tiers, basis.monthTotal);
    if (certain) return <Earns {...certain} />;
    return (
      <>
        No commission: there is <NoRate from={[currency]} to={tierCurrency} />.
      </>
    );
  }
  const monthTotal = new Decimal(amount).mul(rate).plus(basis.monthTotal).toFixed();
  const tier = tierFor(basis.tiers, monthTotal);
  if (!tier)
    return `No commission: no tier covers a monthly total of ${displayMoney(monthTotal, tierCurrency)}.`;
  return <Earns tier={tier} earned={calculateCommission(tier, amount, rate)} />;
}

function Earns({ tier, earned }: { tier: Tier; earned: string }) {
  return (
    <>
      Earns {displayMoney(earned, tier.currency)} (<bdi>{tier.name}</bdi>, {tierLabel(tier)}).
    </>
  );
}
