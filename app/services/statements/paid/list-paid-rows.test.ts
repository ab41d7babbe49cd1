import { expect, test } from "vitest";
import { recognizeFile } from "../columns/file-columns.ts";
import { createRowReader } from "../columns/read-rows.ts";
import { startMatching } from "../matching/match-statement.ts";
import { describeRows } from "./describe-rows.ts";
import { listPaidRows } from "./list-paid-rows.ts";

function listPaid(lines: string[]) {
  const table = lines.map((line, index) => ({ line: index + 1, cells: line.split(";") }));
  const columns = recognizeFile(table);
  const read = createRowReader(columns);
  const rows = table.slice(1).flatMap((row) => {
    const one = read(row);
    return "row" in one ? [one.row] : [];
  });
  const matching = startMatching({ rows, file: { kind: columns.kind, period: null } });
  const facts = {
    id: "ana",
    action: "deposit",
    status: "handled",
    email: "ana@example.com",
    phone: null,
  } as const;
  matching.addClaim({
    ...facts,
    account: "8412337",
    knownAccounts: [],
    linkClickIds: [],
    amount: "100",
    currency: "EUR",
    country: null,
    clickIds: [],
    subIds: [],
    source: null,
    campaign: null,
    confirmedAt: new Date("2026-10-31T23:30:00Z"),
  });
  return [...listPaidRows(rows, describeRows(rows, matching.finish(), columns))];
}

test("rows with commission keep the day of the file's own clock, their claims and what is taken back", () => {
  const paid = listPaid([
    "Login;Time (GMT+3);Type;Amount;Currency;Commission (USD)",
    "8412337;01/11/2026 01:30:00;Deposit;100.00;EUR;31.25",
    "8400000;31/10/2026 01:30:00;Deposit;40.00;EUR;-10.00",
    "8400001;31/10/2026 01:30:00;Deposit;40.00;EUR;0.00",
    "8400002;31/10/2026 01:30:00;Deposit;40.00;EUR;n/a",
  ]);
  expect(paid).toMatchObject([
    {
      line: 2,
      day: "2026-11-01",
      grain: "transaction",
      submissionIds: ["ana"],
      paid: "31.25",
      paidCurrency: "USD",
    },
    { line: 3, day: "2026-10-31", submissionIds: [], paid: "-10.00", paidCurrency: "USD" },
  ]);
});

test("sums of a month are told from sums of a day, and a file without the column pays nothing", () => {
  expect(
    listPaid(["Login;Month;Deposits;Currency;Commission", "8412337;2026-10;100.00;EUR;25.00"]),
  ).toMatchObject([{ grain: "monthSum", day: "2026-10-01", paid: "25.00" }]);
  expect(listPaid(["Login;Month;Deposits;Currency", "8412337;2026-10;100.00;EUR"])).toEqual([]);
});
