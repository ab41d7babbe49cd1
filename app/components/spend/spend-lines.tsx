import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Card } from "#app/components/ui/card.tsx";
import { Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { shortDate } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import styles from "./spend-lines.module.css";
import { nameAdPlatform } from "./spend-names.ts";
import { showCount } from "./spend-totals.tsx";

type Line = {
  id: string;
  day: string;
  origin: "file" | "account" | "manual";
  adPlatform: string | null;
  accountId: string | null;
  campaign: string | null;
  adSet: string | null;
  ad: string | null;
  source: string | null;
  importId: string | null;
  importName: string | null;
  amount: string;
  currency: string;
  impressions: number | null;
  clicks: number | null;
  conversions: string | null;
  isSpread: boolean;
};

/** Single rows of spend, in the currency that was paid, one line each; on a phone name, day and amount. */
export function SpendLines({ rows }: { rows: Line[] }) {
  const number = { isNumber: true, className: styles.wide };
  return (
    <Card>
      <Table
        caption="Rows of ad spend"
        groups={[{ rows }]}
        getKey={({ id }) => id}
        columns={[
          { head: "Day", cell: ({ day }) => <span className={text.unbroken}>{shortDate(day)}</span> },
          {
            head: "Spent on",
            isWide: true,
            className: styles.name,
            cell: (row) => (
              <span className={styles.line}>
                <bdi className={text.breakable}>{nameAd(row)}</bdi>{" "}
                {row.adPlatform ? <span className={text.small}>{nameAdPlatform(row.adPlatform)}</span> : null}{" "}
                {row.isSpread ? <span className={text.small}>spread over its days</span> : null}{" "}
                <span className={clsx(text.small, styles.phone)}>{describeCounts(row)}</span>
              </span>
            ),
          },
          {
            head: "Amount",
            isNumber: true,
            className: styles.amount,
            cell: ({ amount, currency }) => displayMoney(amount, currency),
          },
          { head: "Impressions", ...number, cell: ({ impressions }) => showCount(impressions) },
          { head: "Clicks", ...number, cell: ({ clicks }) => showCount(clicks) },
          {
            head: "Conversions",
            ...number,
            cell: ({ conversions }) => showCount(conversions),
          },
          { head: "From", className: styles.wide, cell: (row) => <Origin row={row} /> },
        ]}
      />
    </Card>
  );
}

/** "account 1234, 5.123 impressions, 84 clicks, 2 conversions" */
function describeCounts({ impressions, clicks, conversions, accountId }: Line): string {
  const counts = { impressions, clicks, conversions };
  const known = Object.entries(counts).flatMap(([noun, count]) =>
    count === null ? [] : [`${showCount(count)} ${noun}`],
  );
  return [...(accountId ? [`account ${accountId}`] : []), ...known].join(", ");
}

/** "Summer sale, Lookalikes, Video 3", or the source of an amount by hand. */
const nameAd = ({ campaign, adSet, ad, source }: Line): string =>
  [campaign, adSet, ad].filter((name) => name !== null).join(", ") || source || "No campaign";

function Origin({ row: { origin, accountId, importId, importName, day } }: { row: Line }) {
  if (origin === "account" || importId === null)
    return <span title={accountId ?? undefined}>Connected account</span>;
  return (
    <Link className={text.breakable} to={paths.spendRows({ import: importId, from: day, to: day })}>
      <bdi>{importName}</bdi>
    </Link>
  );
}
