import { expect, test } from "vitest";
import { countOnce } from "./count-once.ts";

type Row = Parameters<typeof countOnce>[0][number];

const row = (line: number, more: Partial<Row> = {}): Row => ({
  clientHash: "ana",
  day: "2026-10-14",
  amount: "100",
  currency: "EUR",
  grain: "transaction",
  fileName: "first.csv",
  source: "statement",
  lastDay: null,
  coversFrom: null,
  coversTo: null,
  matchingId: "1",
  saidAt: new Date("2026-11-01"),
  line,
  ...more,
});
const later = { fileName: "later.csv", matchingId: "2", saidAt: new Date("2026-11-08") };
const lines = (rows: Row[]) => countOnce(rows).map(({ fileName, line }) => `${fileName} ${line}`);

test("a row of two files counts once, as the later file has it, and two that are alike in one file count twice", () => {
  expect(lines([row(2), row(3, { amount: "50" }), row(5, { ...later, amount: "100.0000" })])).toEqual([
    "first.csv 3",
    "later.csv 5",
  ]);
  expect(lines([row(2), row(3), row(5, later)])).toEqual(["first.csv 3", "later.csv 5"]);
});

test("a client's month counts as the latest file adds it up, and other clients and months stay", () => {
  const rows = [row(2), row(3, { clientHash: "ben" }), row(4, { day: "2026-11-02" })];
  const sum = row(2, { ...later, grain: "monthSum", day: "2026-10-01", amount: "100" });
  expect(lines([...rows, sum])).toEqual(["later.csv 2", "first.csv 3", "first.csv 4"]);
});

const called: Partial<Row> = {
  source: "postback",
  fileName: "",
  matchingId: null,
  saidAt: new Date("2026-10-20"),
};
const count = (...rows: Partial<Row>[]) =>
  countOnce(rows.map((one) => row(0, one))).map(
    ({ source, day, amount }) => `${source} ${day.slice(5)} ${amount}`,
  );

test("what a file covers of a client postbacks do not say, and what they say of other days and clients stays", () => {
  const file = { coversFrom: "2026-10-01", coversTo: "2026-10-20" };
  const other = { ...called, amount: "70" };
  expect(
    count(
      file,
      { ...other, day: "2026-10-20" },
      { ...other, day: "2026-10-21" },
      { ...other, day: "2026-10-15", clientHash: "ben" },
    ),
  ).toEqual(["statement 10-14 100", "postback 10-15 70", "postback 10-21 70"]);
  expect(count({}, { ...other, day: "2026-10-30" }, { ...other, day: "2026-11-01" })).toEqual([
    "statement 10-14 100",
    "postback 11-01 70",
  ]);
});

test("the same money counts once where a file ends, and where two sources say it a day and 10 % apart", () => {
  const file = { coversFrom: "2026-10-01", coversTo: "2026-10-14" };
  expect(count(file, { ...called, day: "2026-10-15" })).toEqual(["statement 10-14 100"]);
  const api: Partial<Row> = { ...called, source: "api" };
  const asked = (day: string, amount: string) => count(called, { ...api, day, amount }).length;
  expect([asked("2026-10-15", "90"), asked("2026-10-15", "89"), asked("2026-10-16", "100")]).toEqual([
    1, 2, 2,
  ]);
  expect(count(called, called, api).length).toBe(2);
});

test("a total's growth is less what another source names of it, up to an hour before it", () => {
  const at = (time: string) => new Date(`2026-10-14T${time}Z`);
  const grown: Partial<Row> = {
    ...called,
    source: "api",
    grain: "growth",
    amount: "350",
    atFrom: at("10:00"),
    atTo: at("10:30"),
  };
  const single = (time: string, amount: string): Partial<Row> => ({
    ...called,
    amount,
    atFrom: at(time),
    atTo: at(time),
  });
  expect(count(grown, single("09:00", "100"))).toEqual(["postback 10-14 100", "api 10-14 250"]);
  expect(count(grown, single("08:59", "100"))).toEqual(["postback 10-14 100", "api 10-14 350"]);
  expect(count(grown, single("10:10", "349"))).toEqual(["postback 10-14 349"]);
});

test("a first deposit is one of the deposits, and sums of a day are left to what is said of it singly", () => {
  const deposit = { ...called, kind: "deposit" };
  expect(count({ ...deposit, kind: "first_deposit" }, deposit)).toEqual(["postback 10-14 100"]);
  expect(count({ ...deposit, kind: "first_deposit" })).toEqual(["postback 10-14 100"]);
  const sum: Partial<Row> = { ...deposit, grain: "daySum", lastDay: "2026-10-14", amount: "120" };
  expect(count(sum, deposit)).toEqual(["postback 10-14 100"]);
  expect(count(sum, { ...sum, amount: "150", saidAt: new Date("2026-10-21") })).toEqual([
    "postback 10-14 150",
  ]);
});
