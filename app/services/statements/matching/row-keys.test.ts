import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { nulls } from "#app/lib/objects.ts";
import { listClaimKeys, listRowKeys } from "./row-keys.ts";
import type { StatementRow } from "./types.ts";

const row = (line: number, given: Partial<StatementRow>): StatementRow => ({
  ...nulls(["kind", "account", "submissionId", "clickId", "email", "emailMasked", "emailSha256", "emailMd5"]),
  ...nulls(["phone", "phoneEnding", "name", "userName", "country", "amount", "net", "fee", "currency"]),
  ...nulls(["convertedAmount", "convertedCurrency", "at", "count"]),
  ...nulls(["commission", "commissionCurrency"]),
  line,
  subIds: [],
  ...given,
});

const claim = {
  id: "claim-1",
  email: "Noor@Example.com",
  phone: "+34600555123",
  account: "MT5 841-2337 (EUR)",
  knownAccounts: [],
  linkClickIds: ["k3f9x0q2m7a1b4c8d5e6"],
  clickIds: ["click-1"],
};

test.each<[string, Partial<StatementRow>]>([
  ["account number behind the broker's letters", { account: "CR8412337" }],
  ["email", { email: "noor@example.com" }],
  ["login that is an email", { userName: "noor@example.com" }],
  ["hash of the email", { emailSha256: createHash("sha256").update("noor@example.com").digest("hex") }],
  ["phone number", { phone: "+34600555123" }],
  ["click id", { clickId: "click-1" }],
  ["click id of our own", { linkClickIds: ["k3f9x0q2m7a1b4c8d5e6"] }],
  ["id of the claim", { submissionId: "claim-1" }],
])("a row is found by the claim's %s, and by no other claim", (_, named) => {
  const keys = listRowKeys([row(2, named), row(3, { account: "CR9000001" })]);
  const lines = (of: typeof claim) =>
    listClaimKeys(of).flatMap(([key]) => keys.get(key)?.map(({ line }) => line) ?? []);
  expect(lines(claim)).toEqual([2]);
  const stranger = { ...claim, id: "claim-2", email: "ann@example.com", phone: "+34600555124" };
  expect(lines({ ...stranger, account: "8412338", clickIds: ["click-2"], linkClickIds: [] })).toEqual([]);
});

test("a row is found by the number that a visitor types without what the broker writes before each", () => {
  const accounts = ["MT5-8412337", "MT5-8412338", "MT5-8412339"];
  const keys = listRowKeys(accounts.map((account, at) => row(at + 2, { account })));
  for (const typed of ["8412338", "MT5-8412338", "mt5 8412338"])
    expect(
      listClaimKeys({ ...claim, account: typed }).flatMap(([key]) => keys.get(key) ?? []),
      typed,
    ).toContainEqual(expect.objectContaining({ line: 3 }));
  expect([...keys.keys()]).not.toContain("account 58412338");
});

test("a row is found by its number with invisible characters, also by the key that it had before they were dropped", () => {
  const typed = { ...claim, account: "8412337.00" };
  const [[key] = []] = listRowKeys([row(2, { account: "\u200e8412337.00\u200f" })]);
  const keys = new Map(listClaimKeys(typed));
  expect(key).toBe("account 8412337");
  for (const one of ["account 8412337", "account 841233700"])
    expect(keys.get(one)).toEqual({ account: "8412337" });
});

test("a key names a client in up to 500 rows, and in more it names nobody", () => {
  const linesOf = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => row(index + 2, { clickId: "click-1" }));
    return listRowKeys(rows).get("click click-1")?.length;
  };
  expect([linesOf(500), linesOf(501)]).toEqual([500, undefined]);
});

test("the facts that are kept of a row name nobody", () => {
  const rows = [
    row(2, { account: "8412337", name: "Noor Haddad", emailMasked: "no***@example.com", amount: "250" }),
  ];
  const kept = JSON.stringify([...listRowKeys(rows).values()]);
  expect(kept).toContain("250");
  expect(kept).not.toMatch(/8412337|Noor|example/);
});
