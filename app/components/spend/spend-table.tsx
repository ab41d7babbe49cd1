import { Link } from "@remix-run/react";
import clsx from "clsx";
import { usePageLinks, useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Table } from "#app/components/ui/table.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import text from "#app/components/ui/text.module.css";
import { shortDate } from "#app/lib/format-date.ts";
import type { Days } from "#app/lib/periods.ts";
import { NO_VALUE } from "#app/lib/sources.ts";
import { SPEND_GROUPS, type SpendGroup } from "#app/lib/spend-groups.ts";
import { paths } from "#app/paths.ts";
import type { SpendRowResponse } from "#app/schemas/spend.ts";
import { SpendAmount } from "./spend-amount.tsx";
import { nameAdPlatform } from "./spend-names.ts";
import { showCount } from "./spend-totals.tsx";

type SpendTableProps = {
  rows: SpendRowResponse[];
  groupBy: SpendGroup;
  days: Days;
  currency: string;
  pagination: { total: number; page: number; limit: number; pages: number };
};

const groups: Record<SpendGroup, { label: string; none: string }> = {
  campaign: { label: "Campaign", none: "No campaign" },
  source: { label: "Source", none: "Spend without a source" },
  platform: { label: "Ad platform", none: "By hand" },
  account: { label: "Account", none: "No account" },
  adSet: { label: "Ad set", none: "No ad set" },
  ad: { label: "Ad", none: "No ad" },
  import: { label: "File or amount", none: "Connected accounts" },
  day: { label: "Day", none: "" },
};

const ORDER = SPEND_GROUPS.toSorted(
  (one, other) => Object.keys(groups).indexOf(one) - Object.keys(groups).indexOf(other),
);

/** Spend by a group, each amount a link to the rows that it is the sum of. */
export function SpendTable({ rows, groupBy, days, currency, pagination }: SpendTableProps) {
  const address = useQueryLinks();
  const toPage = usePageLinks();
  const number = { isNumber: true, isLabelled: true };
  return (
    <Panel title={`Spend by ${groups[groupBy].label.toLowerCase()}`}>
      <PanelBody>
        <Tabs
          label="Spend by"
          tabs={ORDER.map((group) => ({
            label: groups[group].label,
            to: address({ groupBy: group === "campaign" ? null : group, page: null }),
            isCurrent: group === groupBy,
          }))}
        />
        {rows.length === 0 ? <p className={text.secondary}>Nothing was spent in this range.</p> : null}
      </PanelBody>
      {rows.length > 0 ? (
        <Table
          caption="Spend"
          groups={[{ rows }]}
          getKey={({ key, adPlatform }) => `${adPlatform} ${key}`}
          columns={[
            {
              head: groups[groupBy].label,
              isWide: true,
              cell: (row) => (
                <>
                  <bdi className={text.breakable}>{nameRow(row, groupBy)}</bdi>{" "}
                  {row.adPlatform && groupBy !== "platform" ? (
                    <span className={text.small}>{nameAdPlatform(row.adPlatform)}</span>
                  ) : null}
                </>
              ),
            },
            {
              head: "Spend",
              ...number,
              cell: (row) => (
                <>
                  <Link to={paths.spendRows(toRowsQuery(row, groupBy, days))}>
                    <SpendAmount {...row} currency={currency} />
                  </Link>{" "}
                  {row.isSpread ? (
                    <span className={clsx(text.small, text.block)}>spread over its days</span>
                  ) : null}
                </>
              ),
            },
            { head: "Impressions", ...number, cell: ({ impressions }) => showCount(impressions) },
            { head: "Clicks", ...number, cell: ({ clicks }) => showCount(clicks) },
            {
              head: "Conversions",
              ...number,
              cell: ({ conversions }) => showCount(conversions),
            },
          ]}
        />
      ) : null}
      {pagination.pages > 1 ? (
        <PanelBody>
          <Pagination pagination={pagination} toPage={toPage} />
        </PanelBody>
      ) : null}
    </Panel>
  );
}

function nameRow({ key, label }: SpendRowResponse, groupBy: SpendGroup): string {
  if (key === null) return groups[groupBy].none;
  if (groupBy === "day") return shortDate(key);
  return label ?? (groupBy === "platform" ? nameAdPlatform(key) : key);
}

/** The filters of the rows that a group's number is the sum of. */
function toRowsQuery(
  { key, adPlatform }: SpendRowResponse,
  groupBy: SpendGroup,
  days: Days,
): Record<string, string> {
  if (groupBy === "day") return { from: key ?? days.from, to: key ?? days.to };
  const ofPlatform: Record<string, string> = ["account", "campaign", "adSet", "ad"].includes(groupBy)
    ? { platform: adPlatform ?? NO_VALUE }
    : {};
  return { ...days, ...ofPlatform, [groupBy]: key ?? NO_VALUE };
}
