import { Link } from "@remix-run/react";
import clsx from "clsx";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime, shortDate } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";
import { describeImport } from "./import-state.ts";
import { nameAdPlatform } from "./spend-names.ts";

type ImportListProps = {
  imports: SpendImportResponse[];
  canWrite: boolean;
  view: { timeZone: string; now: string };
  children: React.ReactNode;
};

const toRows = ({ id, from, to }: SpendImportResponse) =>
  paths.spendRows({ import: id, ...(from && to ? { from, to } : { period: "all" }) });

const tones: Partial<Record<SpendImportResponse["status"], string | undefined>> = {
  columns: text.copper,
  failed: text.alarm,
};

/** What was added, the newest first. */
export function ImportList({ imports, canWrite, view, children }: ImportListProps) {
  const columns: Column<SpendImportResponse>[] = [
    {
      head: "Name",
      isWide: true,
      cell: (one) => (
        <>
          <Link className={text.breakable} to={one.kind === "file" ? paths.spendFile(one) : toRows(one)}>
            <bdi>{one.name}</bdi>
          </Link>{" "}
          <span className={clsx(text.small, text.block, tones[one.status])}>{describeImport(one)}</span>
        </>
      ),
    },
    {
      head: "Ad platform or source",
      isLabelled: true,
      cell: ({ source, adPlatform }) => (
        <bdi className={text.breakable}>{source ?? (adPlatform ? nameAdPlatform(adPlatform) : "–")}</bdi>
      ),
    },
    {
      head: "Days",
      isLabelled: true,
      cell: ({ from, to }) =>
        from && to ? (
          <>
            <span className={text.unbroken}>{shortDate(from)}</span>
            {from === to ? null : (
              <>
                {" "}
                to <span className={text.unbroken}>{shortDate(to)}</span>
              </>
            )}
          </>
        ) : (
          "–"
        ),
    },
    {
      head: "Amount",
      isLabelled: true,
      isNumber: true,
      cell: ({ amount, currency }) => (amount && currency ? displayMoney(amount, currency) : "–"),
    },
    {
      head: "In your totals",
      isLabelled: true,
      isNumber: true,
      cell: ({ counted }) =>
        counted.map(({ amount, currency }) => displayMoney(amount, currency)).join(" and ") || "–",
    },
    {
      head: "Added",
      isLabelled: true,
      cell: ({ addedAt, addedBy }) =>
        `${formatDateTime({ at: addedAt, ...view })}${addedBy ? ` by ${addedBy}` : ""}`,
    },
  ];
  const deletion: Column<SpendImportResponse> = {
    head: null,
    cell: ({ id, name }) => (
      <ConfirmedPost
        intent="delete"
        name="importId"
        value={id}
        label="Delete spend"
        pending="Deleting"
        summary={
          <>
            Delete…<span className="visually-hidden"> {name}</span>
          </>
        }
        title="Delete this spend?"
        keepsTo="inRow"
        isSmall
      >
        <p>It is taken out of all sums. What it had replaced counts again.</p>
      </ConfirmedPost>
    ),
  };
  return (
    <Panel title="What you added">
      <Table
        caption="What you added"
        groups={[{ rows: imports }]}
        getKey={({ id }) => id}
        columns={canWrite ? [...columns, deletion] : columns}
      />
      {children ? <PanelBody>{children}</PanelBody> : null}
    </Panel>
  );
}
