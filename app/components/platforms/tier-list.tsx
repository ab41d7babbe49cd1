import clsx from "clsx";
import { PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { tierLabel } from "#app/lib/commission.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { PlatformResponse } from "#app/schemas/platforms.ts";

/** A platform's tiers, for members who may not change them. */
export function TierList({ tiers }: { tiers: PlatformResponse["commissionTiers"] }) {
  if (tiers.length === 0) {
    return (
      <PanelBody>
        <p className={text.secondary}>No commission set.</p>
      </PanelBody>
    );
  }
  return (
    <Rows>
      {tiers.map(({ id, name, minAmount, maxAmount, currency, ...tier }) => (
        <li key={id}>
          <span>
            <b>
              <bdi>{name}</bdi>
            </b>
            <span className={clsx(text.small, text.block)}>
              {maxAmount === null
                ? `from ${displayMoney(minAmount, currency)}`
                : `${displayMoney(minAmount, currency)} to ${displayMoney(maxAmount, currency)}`}
            </span>
          </span>
          {tierLabel({ ...tier, currency })}
        </li>
      ))}
    </Rows>
  );
}
