import { Link } from "@remix-run/react";
import { BarChart } from "#app/components/analytics/bar-chart.tsx";
import { DataTable } from "#app/components/analytics/data-table.tsx";
import { bucketDays } from "#app/components/analytics/names.ts";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { dayInYear } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { Span } from "#app/lib/series.ts";
import { paths } from "#app/paths.ts";
import styles from "./cost-chart.module.css";

type CostBar = Span & { claims: number; verified: number; spend: string | null; cost: string | null };

type CostChartProps = {
  bars: CostBar[];
  /** What a verified deposit earns on average; null where it is unknown. */
  earned: string | null;
  currency: string;
  /** Whether the list of claims has those of a bar. */
  hasClaims: boolean;
};

/** What a verified deposit cost over time, beside what one earns. */
export function CostChart({ bars, earned, currency, hasClaims }: CostChartProps) {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || bars.length < 2) return null;
  const withoutCost = bars.filter(({ verified, spend }) => verified === 0 && Number(spend ?? 0) > 0);
  const { unit } = first;
  const show = (amount: string | null) => (amount === null ? "–" : displayMoney(amount, currency));
  return (
    <Panel
      title="Cost per verified deposit"
      aside={
        <p className={styles.legend}>
          <span className={text.small}>in {currency}</span>{" "}
          {earned === null ? null : (
            <span>
              <i className={styles.earnedKey} />a deposit earns {displayMoney(earned, currency)}
            </span>
          )}
        </p>
      }
    >
      <PanelBody>
        <BarChart
          of="money"
          bars={bars.map(({ cost, ...bar }) => ({ ...bar, whole: Number(cost ?? 0), part: 0 }))}
          line={earned === null ? null : Number(earned)}
          label={`Cost per verified deposit by ${unit}, ${dayInYear(first.from)} to ${dayInYear(last.to)}. The table has the numbers.`}
          table={
            <DataTable
              note={`by ${unit}`}
              caption={`Cost per verified deposit by ${unit}`}
              head={["", "Spend", "Claims", "Verified", "Cost per verified"]}
            >
              {bars.toReversed().map((bar) => {
                const days = { from: bar.from, to: bar.to };
                const list = (count: number, query: Record<string, string>) =>
                  hasClaims && count > 0 ? (
                    <Link to={paths.submissions({ ...days, ...query })}>{formatNumber(count)}</Link>
                  ) : (
                    formatNumber(count)
                  );
                return (
                  <tr key={bar.from}>
                    <th scope="row">{bucketDays(bar)}</th>
                    <td>
                      {Number(bar.spend ?? 0) === 0 ? (
                        "–"
                      ) : (
                        <Link to={paths.spendRows(days)}>{show(bar.spend)}</Link>
                      )}
                    </td>
                    <td>{list(bar.claims, {})}</td>
                    <td>{list(bar.verified, { truth: "verified" })}</td>
                    <td>{show(bar.cost)}</td>
                  </tr>
                );
              })}
            </DataTable>
          }
        />
        {withoutCost.length > 0 ? (
          <p className={text.small}>
            {withoutCost.length === 1
              ? `In one ${unit} something was spent and no deposit verified, so it has no bar.`
              : `In ${formatNumber(withoutCost.length)} ${unit}s something was spent and no deposit verified, so they have no bar.`}
          </p>
        ) : null}
      </PanelBody>
    </Panel>
  );
}
