import { Link } from "@remix-run/react";
import { MoneySum } from "#app/components/exchange-rates/money.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { callSourceWords } from "#app/lib/evidence.ts";
import { displayMoney } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { ClientCommissionResponse, MonthCommissionsResponse } from "#app/schemas/commissions.ts";

type MonthCommissionsProps = { commissions: MonthCommissionsResponse };

/** What a broker's month adds up to. */
export function CommissionTotals({ commissions }: MonthCommissionsProps) {
  const { expected, paid, difference, isPaid } = commissions;
  return (
    <KeyValues
      facts={[
        { label: "Expected", value: <MoneySum parts={expected} /> },
        ...(isPaid ? [{ label: "Paid", value: <MoneySum parts={paid} /> }] : []),
        ...(difference
          ? [{ label: "Difference", value: displayMoney(difference.amount, difference.currency) }]
          : []),
      ]}
    />
  );
}

/** A row for each client: its claims, its lines in the files, and both commissions. */
export function CommissionTable({ commissions }: MonthCommissionsProps) {
  const { clients, isPaid } = commissions;
  const show = (amount: string | null, currency: string) =>
    amount === null ? "–" : displayMoney(amount, currency);
  return (
    <Card>
      <Table
        caption="Commission by client"
        groups={[{ rows: clients }]}
        getKey={({ key }) => key}
        columns={[
          { head: "Client", isWide: true, cell: (client) => <Claims client={client} /> },
          {
            head: "Expected",
            isNumber: true,
            isLabelled: true,
            cell: ({ expected, currency }) => show(expected, currency),
          },
          ...(isPaid
            ? [
                {
                  head: "Paid",
                  isNumber: true,
                  isLabelled: true,
                  cell: ({ paid, currency }: ClientCommissionResponse) => show(paid, currency),
                },
                {
                  head: "Difference",
                  isNumber: true,
                  isLabelled: true,
                  cell: ({ difference, currency }: ClientCommissionResponse) => show(difference, currency),
                },
                {
                  head: "Lines",
                  isLabelled: true,
                  isWide: true,
                  cell: (client: ClientCommissionResponse) => <Lines client={client} />,
                },
              ]
            : []),
          {
            head: "Likely reason",
            isWide: true,
            cell: ({ notes }) => notes.join(" "),
          },
        ]}
      />
    </Card>
  );
}

function Claims({ client: { claims, clientCount } }: { client: ClientCommissionResponse }) {
  if (claims.length === 0)
    return (
      <span className={text.secondary}>
        {clientCount === 1
          ? "Client without a claim"
          : `${formatNumber(clientCount)} clients without a claim`}
      </span>
    );
  return claims.map(({ id, email }) => (
    <div key={id}>
      <Link to={paths.submission({ submissionId: id })}>
        <bdi>{email}</bdi>
      </Link>
    </div>
  ));
}

/** How many lines a cell names. */
const SHOWN_MAX = 5;

function Line({ row: { statementId, fileName, line } }: { row: ClientCommissionResponse["rows"][number] }) {
  return (
    <>
      {line} of{" "}
      {statementId ? (
        <Link to={paths.statement({ id: statementId })}>
          <bdi>{fileName}</bdi>
        </Link>
      ) : (
        <bdi>{fileName}</bdi>
      )}
    </>
  );
}

function Lines({ client: { rows } }: { client: ClientCommissionResponse }) {
  return (
    <>
      {rows.slice(0, SHOWN_MAX).map((row) => (
        <div key={row.id}>
          {row.source === "statement" ? <Line row={row} /> : callSourceWords[row.source]}
        </div>
      ))}
      {rows.length > SHOWN_MAX ? <div>and {formatNumber(rows.length - SHOWN_MAX)} more</div> : null}
    </>
  );
}
