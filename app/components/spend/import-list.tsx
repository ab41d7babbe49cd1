import { Link } from "@remix-run/react";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime, shortDate } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";

type ImportListProps = {
  imports: SpendImportResponse[];
  canWrite: boolean;
  view: { timeZone: string; now: string };
  children: React.ReactNode;
};

/** What was added, the newest first. */
export function ImportList({ imports, canWrite, view, children }: ImportListProps) {
  const columns: Column<SpendImportResponse>[] = [
    {
      head: "Name",
      isWide: true,
      cell: ({ id, name, from, to }) => (
        <Link
          className={text.breakable}
          to={paths.spendRows({ import: id, ...(from && to ? { from, to } : { period: "all" }) })}
        >
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { head: "Source", isLabelled: true, cell: ({ source }) => <bdi>{source ?? "–"}</bdi> },
    {
      head: "Days",
      isLabelled: true,
      cell: ({ from, to }) =>
        from && to ? (from === to ? shortDate(from) : `${shortDate(from)} to ${shortDate(to)}`) : "–",
    },
    {
      ...{ head: "Amount", isLabelled: true, isNumber: true },
      cell: ({ amount, currency }) => (amount && currency ? displayMoney(amount, currency) : "–"),
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
            Delete<span className="visually-hidden"> {name}</span>…
          </>
        }
        title="Delete this spend?"
        keepsTo="inRow"
        isSmall
      >
        <p>It is taken out of all sums. You can add it again.</p>
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
      {children}
    </Panel>
  );
}
