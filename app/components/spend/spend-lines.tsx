import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Card } from "#app/components/ui/card.tsx";
import { Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { shortDate } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
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

/** Single rows of spend, in the currency that was paid. */
export function SpendLines({ rows }: { rows: Line[] }) {
  const number = { isNumber: true, isLabelled: true };
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
            cell: (row) => (
              <>
                <bdi className={text.breakable}>{nameAd(row)}</bdi>{" "}
                <span className={clsx(text.small, text.block)}>{nameAccount(row)}</span>
              </>
            ),
          },
          {
            head: "Amount",
            ...number,
            cell: ({ amount, currency, isSpread }) => (
              <>
                {displayMoney(amount, currency)}{" "}
                {isSpread ? <span className={clsx(text.small, text.block)}>spread over its days</span> : null}
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
          { head: "From", isLabelled: true, cell: (row) => <Origin row={row} /> },
        ]}
      />
    </Card>
  );
}

/** "Summer sale, Lookalikes, Video 3", or the source of an amount by hand. */
const nameAd = ({ campaign, adSet, ad, source }: Line): string =>
  [campaign, adSet, ad].filter((name) => name !== null).join(", ") || source || "No campaign";

const nameAccount = ({ adPlatform, accountId }: Line): string =>
  [adPlatform && nameAdPlatform(adPlatform), accountId].filter(Boolean).join(" ");

function Origin({ row: { origin, importId, importName, day } }: { row: Line }) {
  if (origin === "account" || importId === null) return "Connected account";
  return (
    <Link className={text.breakable} to={paths.spendRows({ import: importId, from: day, to: day })}>
      <bdi>{importName}</bdi>
    </Link>
  );
}
