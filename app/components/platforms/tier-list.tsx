import { tierWords } from "#app/lib/commission.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { PlatformResponse } from "#app/schemas/platforms.ts";

/** A platform's tiers, for members who may not change them. */
export function TierList({ tiers }: { tiers: PlatformResponse["commissionTiers"] }) {
  if (tiers.length === 0) return <p className="panel-b sub">No tiers yet, so this platform earns nothing.</p>;
  return (
    <ul className="rows">
      {tiers.map(({ id, name, minAmount, maxAmount, currency, ...tier }) => (
        <li key={id}>
          <span className="t">
            <b>
              <bdi>{name}</bdi>
            </b>
            <span className="meta block">
              {maxAmount === null
                ? `from ${displayMoney(minAmount, currency)}`
                : `${displayMoney(minAmount, currency)} to ${displayMoney(maxAmount, currency)}`}
            </span>
          </span>
          {tierWords({ ...tier, currency })}
        </li>
      ))}
    </ul>
  );
}
