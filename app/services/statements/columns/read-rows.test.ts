import { describe, expect, test } from "vitest";
import { openTableFile } from "#app/services/tables/reading/open-table-file.ts";
import type { Row } from "#app/services/tables/table.ts";
import { type Answers, recognizeFile } from "./file-columns.ts";
import { createRowReader, type ReadRow } from "./read-rows.ts";
import { createRowTally } from "./tally-rows.ts";

async function read(text: string, answers?: Answers) {
  const { rows } = await openTableFile(Buffer.from(text));
  const all: Row[] = [];
  for await (const row of rows(0)) all.push(row);
  const file = recognizeFile(all, answers);
  const reader = createRowReader(file);
  const data = all.filter(({ line }) => line > (file.headerLine ?? 0));
  return { file, data, read: data.map(reader) };
}
const rowOf = (one: ReadRow | undefined) => (one && "row" in one ? one.row : null);

test("a cash statement is read with its kinds, its zone and its decimal comma", async () => {
  const { file, read: rows } = await read(
    `Account;51234567;;\nFrom;2026-11-01 (UTC);;\nTo;2026-11-25;;\nType;Time;Amount;Currency
Deposit;2026-11-03 10:11:12;1.250,50;EUR
Withdrawal;2026-11-05 08:00:00;-100,5;EUR
Deposit reversal;2026-11-06 08:00:00;-250;EUR
Deposit (pending);2026-11-07 08:00:00;250;EUR
`,
  );
  expect(file).toMatchObject({ kind: "transactions", timeZone: "UTC", mark: "," });
  expect(rows.map((one) => rowOf(one)?.kind)).toEqual(["deposit", "withdrawal", "reversal", "pending"]);
  expect(rowOf(rows[0])).toMatchObject({
    line: 5,
    amount: "1250.50",
    currency: "EUR",
    at: { from: new Date("2026-11-03T10:11:12Z") },
  });
});

test("gross, net and fee are kept apart", async () => {
  const { read: rows } = await read(
    "Login,Date,Gross amount,Fee,Net amount,Currency\n8412337,2026-11-03,352.45,-2.45,350,EUR\n",
  );
  expect(rowOf(rows[0])).toMatchObject({ amount: "352.45", fee: "-2.45", net: "350" });
});

test("the zone and the currency of a heading hold for its column", async () => {
  const { file, read: rows } = await read(
    "username,created_at (UTC),value (USD)\nlucky_anna,2026-11-03 10:11:12,250.00\n",
  );
  expect(file).toMatchObject({ timeZone: "UTC", questions: [] });
  expect(rowOf(rows[0])).toMatchObject({ userName: "lucky_anna", currency: "USD", amount: "250.00" });
});

test("a value in the form of our click ids is one, whatever its column, its case and what stands beside it", async () => {
  const id = "k3f9x0q2m7a1b4c8d5e6";
  const { read: rows } = await read(
    `Login,Date,Amount,Currency,Remark\n8412337,2026-11-03,250,EUR,${id.toUpperCase()}\n8412338,2026-11-03,250,EUR,|afp1:autumn|afp2:${id}|\n8412339,2026-11-03,250,EUR,${id}0\n`,
  );
  expect(rows.map((one) => rowOf(one)?.linkClickIds)).toEqual([[id], [id], undefined]);
});

test("an amount beside another in a named currency is converted", async () => {
  const { file, read: rows } = await read(
    "Login,Date,Amount (USD),Amount,Currency\n8412337,2026-11-03,271.20,250.00,EUR\n",
  );
  expect(file.questions).toEqual([]);
  expect(rowOf(rows[0])).toMatchObject({
    amount: "250.00",
    currency: "EUR",
    convertedAmount: "271.20",
    convertedCurrency: "USD",
  });
});

test("an amount that names its currency needs no other column", async () => {
  const { file, read: rows } = await read("ALL Login,Date,USD amount\n8412337,2026-11-03,271.20\n");
  expect(file.questions).toEqual([]);
  expect(rowOf(rows[0])).toMatchObject({ convertedAmount: "271.20", convertedCurrency: "USD" });
});

test("what a client traded is read beside the deposit, as far as the file says it", async () => {
  const { read: rows } = await read(
    "Login,Date,Deposit,Currency,Lots traded,Closed trades,Trading volume,NGR,CPA date\n8412337,2026-11-03,250.00,EUR,1.25,14,125000,31.5,\n8412338,2026-11-03,90.00,EUR,n/a,,,,\n",
    { columns: { 8: "qualifiedAt" } },
  );
  const nothing = { lots: null, trades: null, turnover: null, revenue: null, qualifiedAt: null };
  expect(rows.map((one) => rowOf(one)?.traded)).toEqual([
    { ...nothing, lots: "1.25", trades: 14, turnover: "125000", revenue: "31.5" },
    nothing,
  ]);
  expect(rows.map((one) => rowOf(one)?.amount)).toEqual(["250.00", "90.00"]);
});

test("a client without an amount has only registered", async () => {
  const { read: rows } = await read(
    "Login,First deposit date,FTD amount,Currency\n8412337,2026-11-03,250.00,EUR\n8412338,,,EUR\n",
  );
  expect(rows.map((one) => rowOf(one)?.kind)).toEqual([null, "registration"]);
});

test("a chargeback without an amount is one", async () => {
  const { read: rows } = await read(
    "Login,Date,Type,Amount,Currency\n8412337,2026-11-03,Deposit,250.00,EUR\n8412337,2026-11-05,Chargeback,,EUR\n",
  );
  expect(rows.map((one) => rowOf(one)?.kind)).toEqual(["deposit", "reversal"]);
});

test("a phone and a country are read in any notation", async () => {
  const { read: rows } = await read(
    "Phone,Country,Date,Amount,Currency\n34600555123,Spanien,2026-11-03,250,EUR\n0170 1234567,DE,2026-11-03,250,EUR\n",
  );
  expect(rows.map((one) => rowOf(one)?.phone)).toEqual(["+34600555123", "+491701234567"]);
  expect(rows.map((one) => rowOf(one)?.country)).toEqual(["ES", "DE"]);
});

test("a declined or pending status proves nothing", async () => {
  const { read: rows } = await read(
    `Login;Date;Type;Status;Amount;Currency
1001;03.11.2026;Einzahlung;Abgelehnt;250,00;EUR
1002;03.11.2026;Einzahlung;In Bearbeitung;250,00;EUR
1003;03.11.2026;Einzahlung;Abgeschlossen;250,00;EUR
`,
  );
  expect(rows.map((one) => rowOf(one)?.kind)).toEqual(["declined", "pending", "deposit"]);
});

test("a status that nobody knows proves nothing until its owner says what it means", async () => {
  const text = `Login,Date,Type,Status,Amount,Currency
1001,2026-11-03,Deposit,Booked,250,EUR
1002,2026-11-03,Deposit,Suspicious,250,EUR
1003,2026-11-03,Deposit,Refunded,250,EUR
1004,2026-11-03,Withdrawal,Suspicious,250,EUR
1005,2026-11-03,Cancelled deposit,Completed,250,EUR
1006,2026-11-03,Deposit bonus,Completed,250,EUR
`;
  const { file, read: rows, data } = await read(text);
  const kinds = ["deposit", "pending", "reversal", "pending", "declined", "other"];
  expect(rows.map((one) => rowOf(one)?.kind)).toEqual(kinds);
  const tally = createRowTally(file);
  for (const row of data) tally.count(row);
  expect(tally.result().unknownKinds).toEqual([
    { word: "Suspicious", rows: 1, isStatus: true },
    { word: "Deposit bonus", rows: 1 },
  ]);
  const { read: told } = await read(text, { kinds: { suspicious: "deposit", "deposit bonus": "deposit" } });
  expect([rowOf(told[1])?.kind, rowOf(told[3])?.kind, rowOf(told[5])?.kind]).toEqual([
    "deposit",
    "withdrawal",
    "deposit",
  ]);
});

test("kinds of row that are all unknown are not left out", async () => {
  const { file, read: rows } = await read(
    "Login,Date,Amount,Currency,Transaction type\n1001,2026-11-03,250,EUR,A1\n1002,2026-11-03,250,EUR,B2\n",
  );
  expect(file.columns[4]?.meaning).toBe("kind");
  expect(rows.map((one) => rowOf(one)?.kind)).toEqual(["other", "other"]);
});

test("statuses that are all unknown are not taken as done", async () => {
  const { file, read: rows } = await read(
    "Login,Date,Amount,Currency,Status,KYC status\n1001,2026-11-03,250,EUR,Zwei,Approved\n1002,2026-11-03,250,EUR,Drei,Pending\n",
  );
  expect(file.columns.map(({ meaning }) => meaning).slice(4)).toEqual(["status", null]);
  expect(rows.map((one) => rowOf(one)?.kind)).toEqual(["pending", "pending"]);
});

test("an amount that names its currency needs no other column, and another one is not guessed", async () => {
  const { file, read: rows } = await read(
    "Login,Date,Amount\n1001,2026-11-03,€ 250.00\n1002,2026-11-03,-80.00 USD\n1003,2026-11-03,£1.50\n",
  );
  expect(file.questions).toEqual([]);
  expect(rows.map((one) => [rowOf(one)?.amount, rowOf(one)?.currency])).toEqual([
    ["250.00", "EUR"],
    ["-80.00", "USD"],
    ["1.50", "GBP"],
  ]);
  const shared = await read("Login,Date,Amount\n1001,2026-11-03,$250.00\n");
  expect(shared.file.questions.map(({ id }) => id)).toEqual(["currency"]);
});

test("a coin is worth its currency, and what is no currency is listed", async () => {
  const { read: rows } = await read(
    "Login,Date,Amount,Currency\n1001,2026-11-03,250.00,€\n1002,2026-11-03,250.00,USDT\n1003,2026-11-03,0.25,BTC\n1004,2026-11-03,9.00,EUR\n",
  );
  expect(rowOf(rows[0])?.currency).toBe("EUR");
  expect(rowOf(rows[1])).toMatchObject({
    amount: null,
    currency: null,
    convertedAmount: "250.00",
    convertedCurrency: "USD",
  });
  expect(rows[2]).toEqual({ line: 4, problem: '"BTC" is no currency.' });
});

test.each(["Amount (USDT)", "Amount USDT", "USDC amount"])("%s is worth dollars", async (heading) => {
  const { file, read: rows } = await read(`Login,Date,${heading}\n1001,2026-11-03,250.00\n`);
  expect(file.questions).toEqual([]);
  expect(rowOf(rows[0])).toMatchObject({ convertedAmount: "250.00", convertedCurrency: "USD", amount: null });
});

test("a row that can't be read says why; a placeholder date is no fault", async () => {
  const { read: rows } = await read(
    "Login;Date;Amount;Currency\n1001;soon;250,00;EUR\n1002;00.00.0000;250,00;EUR\n1003;03.11.2026;n/a;EUR\n1004;25.11.2026;1,00;EUR\n",
  );
  expect(rows.flatMap((one) => ("problem" in one ? [one] : []))).toEqual([
    { line: 2, problem: '"soon" is no date.' },
    { line: 4, problem: '"n/a" is no amount.' },
  ]);
  expect(rowOf(rows[1])?.at).toBeNull();
});

describe("what a file leaves open is asked", () => {
  test("the order of day and month, if every date can be read in both", async () => {
    const text = "Login,Date,Amount,Currency\n1001,03/04/2026,250.00,EUR\n";
    expect((await read(text)).file.questions).toEqual([
      { id: "dateOrder", about: null, options: ["day-first", "month-first"], guess: null },
    ]);
    const { file, read: rows } = await read(text, { dateOrder: "month-first", timeZone: "UTC" });
    expect(file.questions).toEqual([]);
    expect(rowOf(rows[0])?.at?.from).toEqual(new Date("2026-03-04T00:00:00Z"));
  });

  test.each([
    "Login,Value date,Transaction time,Amount,Currency\n1411201,2026-11-05,11/05/2026 07:30,250.00,USD\n",
    "Period 03/04/2026 to 05/04/2026\nLogin,Date,Amount,Currency\n1411201,2026-04-03,250.00,USD\n",
  ])("the order of day and month, if only other dates tell none", async (text) => {
    expect((await read(text)).file.questions.map(({ id }) => id)).toEqual(["dateOrder"]);
  });

  test("nothing about the order that another column or a title line tells", async () => {
    const text =
      "Login,Qualification date,First deposit date,Amount,Currency\n1001,,11/05/2026,250.00,EUR\n1002,,11/28/2026,100.00,EUR\n";
    const { file, read: rows } = await read(text, { timeZone: "UTC" });
    expect([file.questions, file.dateOrder]).toEqual([[], "month-first"]);
    expect(rowOf(rows[0])?.at?.from).toEqual(new Date("2026-11-05T00:00:00Z"));
    const titled = "From 11/01/2026 to 11/25/2026\nLogin,Date,Amount,Currency\n1001,11/05/2026,250.00,EUR\n";
    expect((await read(titled)).file).toMatchObject({ questions: [], dateOrder: "month-first" });
  });

  test("the currency, if only the commission names one", async () => {
    const text = "Login,Date,Amount,Commission (USD)\n1001,2026-04-13,250.00,10.00\n";
    expect((await read(text)).file.questions.map(({ id }) => id)).toEqual(["currency"]);
    const { read: rows } = await read(text, { currency: "EUR" });
    expect(rowOf(rows[0])).toMatchObject({ currency: "EUR", commissionCurrency: "USD" });
  });

  test("the currency, if nothing names it", async () => {
    const text = "Login,Date,Amount\n1001,2026-04-13,250.00\n";
    expect((await read(text)).file.questions).toEqual([
      { id: "currency", about: null, options: [], guess: null },
    ]);
    expect(rowOf((await read(text, { currency: "USD" })).read[0])?.currency).toBe("USD");
  });

  test("a column that is chosen takes the place of the remembered one", async () => {
    const text = "Login,Ref,Date,Amount,Currency\n1001,A-1001,2026-04-13,250.00,EUR\n";
    const all: Row[] = [];
    for await (const row of (await openTableFile(Buffer.from(text))).rows(0)) all.push(row);
    const context = { fileName: "", platformId: "", platformName: "", timeZone: null, otherPlatforms: [] };
    const claims = { votes: null, byClaims: null };
    const remembered = { columns: { 0: "account" as const } };
    const { columns } = recognizeFile(
      all,
      { columns: { 1: "account" } },
      { ...context, ...claims, remembered },
    );
    expect(columns.map(({ meaning }) => meaning).slice(0, 2)).toEqual([null, "account"]);
  });

  test.each(["Login,Date,Takings\n1001,2026-04-13,250.00\n", "Login,Date,Type\n1001,2026-04-13,Deposit\n"])(
    "the amount, if a file of registrations looks as if it had some",
    async (text) => {
      expect((await read(text)).file.questions).toEqual([
        { id: "columns", about: "meanings", options: [], guess: null },
      ]);
    },
  );

  test("each column that another could be, until that one is answered or a member has looked at all", async () => {
    const text = [
      "Client ID,MT5 login,Time,Deposit,Amount,Currency",
      ...[10, 11, 12].map((at) => `88${at},50211${at},2026-04-13 00:00:01,1${at}.00,2${at}.00,EUR`),
    ].join("\n");
    const ask = async (answers?: Answers) =>
      (await read(text, answers)).file.questions.map(({ about, options }) => [about, options]);
    const [account, amount] = [
      ["account", ["0", "1"]],
      ["amount", ["3", "4"]],
    ];
    expect(await ask()).toEqual([account, amount]);
    expect(await ask({ columns: { 1: "account" } })).toEqual([amount]);
    expect(await ask({ columns: { 4: "amount" } })).toEqual([account]);
    expect(await ask({ columns: { 0: "account", 3: "amount" } })).toEqual([]);
    // What a column means otherwise, it means in no question.
    expect(await ask({ columns: { 1: "clickId" } })).toEqual([amount]);
    expect(await ask({ hasColumns: true })).toEqual([]);
    expect(await ask({ isConfirmed: true })).toEqual([]);
  });

  test("the columns, if none names a client, and what was answered is remembered", async () => {
    const text = "Ref,Date,Amount,Currency\nA-1001,2026-04-13,250.00,EUR\n";
    expect((await read(text)).file.questions).toEqual([
      { id: "columns", about: "meanings", options: [], guess: null },
    ]);
    const { file, read: rows } = await read(text, { columns: { 0: "account" } });
    expect(file.questions).toEqual([]);
    expect(file.columns[0]).toMatchObject({ meaning: "account", from: "user" });
    expect(rowOf(rows[0])?.account).toBe("A-1001");
  });
});

test("claims choose a column once for the same headings, and none that a member has chosen or looked at", async () => {
  const text = "Client ID,MT5 login,Date,Amount,Currency\n8810,5021110,2026-04-13,250.00,EUR\n";
  const all: Row[] = [];
  for await (const row of (await openTableFile(Buffer.from(text))).rows(0)) all.push(row);
  const context = { fileName: "", platformId: "", platformName: "", timeZone: null, otherPlatforms: [] };
  const votes = { account: { 1: 5 }, amount: {}, day: {} };
  const tell = (remembered: Answers, answers: Answers = {}) => {
    const { columns, byClaims, questions } = recognizeFile(all, answers, {
      ...context,
      remembered,
      votes,
      byClaims: null,
    });
    const account = columns.find(({ meaning }) => meaning === "account");
    return [account?.index, account?.from, byClaims?.account, questions.length];
  };
  expect(tell({})).toEqual([1, "claims", 1, 0]);
  expect(tell({ byClaims: { account: 0 } })).toEqual([0, "heading", 0, 0]);
  expect(tell({ columns: { 0: "account" } })).toEqual([0, "remembered", 1, 0]);
  expect(tell({ columns: { 1: "clickId" } })).toEqual([0, "heading", undefined, 0]);
  expect(tell({ columns: { 1: null } })).toEqual([0, "heading", undefined, 0]);
  expect(tell({ hasColumns: true })).toEqual([0, "heading", undefined, 0]);
  expect(tell({ isConfirmed: true })).toEqual([0, "heading", undefined, 0]);
  // It was read before: a member who answers now finds what the claims chose.
  expect(tell({}, { currency: "EUR", hasColumns: true })).toEqual([1, "claims", 1, 0]);
});

test("a zone in a column of its own is the file's", async () => {
  const { file, read: rows } = await read(
    "Timezone,Date,Time,Login,Amount,Currency\nEurope/Amsterdam,2026-11-03,10:11:12,1001,250.00,EUR\n",
  );
  expect(file.timeZone).toBe("Europe/Amsterdam");
  expect(rowOf(rows[0])?.at?.from).toEqual(new Date("2026-11-03T09:11:12Z"));
});

test.each([
  ["transactions", "Login,Time,Amount,Currency\n1001,2026-11-03 10:11:12,250.00,EUR\n"],
  ["sums", "date,client_loginid,deposits,withdrawals\n2026-11-03,CR123456,250.00,0\n"],
  ["sums", "Player ID,Date,Currency,Deposits count,Deposits sum\n7712345,2026-11-03,EUR,1,250.00\n"],
  ["registrations", "Login,Registration date,Country\n1001,2026-11-03,ES\n"],
])("a file of %s is told apart", async (kind, text) => {
  expect((await read(text)).file.kind).toBe(kind);
});

test("fifty unknown words for kinds of row are listed", async () => {
  const unknownOf = async (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => `8412337,2026-11-03,Zufluss ${at},250.00,EUR`);
    const text = ["Login,Date,Type,Amount,Currency", "8412337,2026-11-03,Deposit,250.00,EUR", ...rows];
    const { file, data } = await read(text.join("\n"), { columns: { 2: "kind" } });
    const tally = createRowTally(file);
    for (const row of data) tally.count(row);
    return tally.result().unknownKinds.length;
  };
  expect([await unknownOf(50), await unknownOf(51)]).toEqual([50, 50]);
});
