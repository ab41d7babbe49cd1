import { Link } from "@remix-run/react";
import clsx from "clsx";
import { More } from "#app/components/ui/more.tsx";
import { FoldedPanel, PanelBody } from "#app/components/ui/panel.tsx";
import { Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { MoneyTableRow, RowLinks } from "./money-table.tsx";
import { showValue } from "./values.ts";

const SHOWN = 8;

type Truth = { difference: string; isBeyond: boolean; excess: number | null };

type PlatformTruthProps = {
  rows: (MoneyTableRow & { truth: Truth })[];
  leftOut: number;
  currency: string;
  rowLinks: RowLinks;
};

/** What the ad platforms count themselves beside what is verified, and what they accepted from us. */
export function PlatformTruth({ rows, leftOut, currency, rowLinks }: PlatformTruthProps) {
  const number = (
    column: "verified" | "accepted",
    toFilter: (row: MoneyTableRow) => Record<string, string>,
  ) => ({
    head: column === "verified" ? "Verified" : "Accepted",
    cell: (row: MoneyTableRow) => {
      const href = rowLinks(row).claims?.(toFilter(row));
      const shown = showValue(column, row.values[column], currency);
      return href ? <Link to={href}>{shown}</Link> : shown;
    },
    isNumber: true,
    isLabelled: true,
  });
  const table = (part: PlatformTruthProps["rows"], caption: string) => (
    <Table
      caption={caption}
      columns={[
        {
          head: "Campaign",
          cell: ({ name, adPlatform }) => (
            <>
              <bdi className={clsx(text.breakable, text.strong)}>{name}</bdi>{" "}
              <span className={clsx(text.small, text.block)}>{adPlatform}</span>
            </>
          ),
          isWide: true,
        },
        {
          head: "The platform counts",
          cell: (row) => {
            const { spend } = rowLinks(row);
            const shown = showValue("platformConversions", row.values.platformConversions, currency);
            return spend ? <Link to={spend}>{shown}</Link> : shown;
          },
          isNumber: true,
          isLabelled: true,
        },
        number("verified", () => ({ truth: "verified" })),
        number("accepted", ({ acceptedQuery }) => acceptedQuery),
        {
          head: "More than verified",
          cell: ({ truth }) => <Difference truth={truth} />,
          isNumber: true,
          isLabelled: true,
        },
      ]}
      groups={[{ rows: part }]}
      getKey={({ id }) => id}
    />
  );
  const beyond = rows.filter(({ truth }) => truth.isBeyond).length;
  const caption = "What ad platforms count, beside what is verified";
  return (
    <FoldedPanel
      title="Reported vs verified"
      note={beyond > 0 ? `${formatNumber(beyond)} ${beyond === 1 ? "counts" : "count"} too many` : null}
    >
      {table(rows.slice(0, SHOWN), caption)}
      <More count={rows.length - SHOWN} leftOut={leftOut}>
        {table(rows.slice(SHOWN), `${caption}, continued`)}
      </More>
      <PanelBody>
        <p className={text.small}>
          Accepted: events that the platform took from us. A platform that counts far more than was verified
          or accepted counts some conversions twice, such as by its pixel and by our event, or counts another
          event. Small differences aren’t flagged.
        </p>
      </PanelBody>
    </FoldedPanel>
  );
}

function Difference({ truth: { difference, isBeyond, excess } }: { truth: Truth }) {
  const more = Number(difference);
  return (
    <>
      {more > 0 ? "+" : ""}
      {formatNumber(more)}{" "}
      {isBeyond ? (
        <span className={clsx(text.small, text.block, text.copper)}>
          {excess === null ? "we know of none of them" : `${formatNumber(excess)}% too many`}
        </span>
      ) : null}
    </>
  );
}
