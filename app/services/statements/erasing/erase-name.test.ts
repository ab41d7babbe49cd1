import { expect, test } from "vitest";
import { eraseFromName } from "./erase-name.ts";

const person = {
  submissionId: "1",
  isVerified: true,
  platformId: "1",
  accounts: ["8412337", "MT5-9912337"],
  email: "Anna.Kern+ads@example.com",
  phone: "+34600555123",
};

test.each([
  ["client 8412337.csv", "client.csv"],
  ["CR8412337_deposits.csv", "deposits.csv"],
  ["mt5-9912337 november.xlsx", "november.xlsx"],
  ["Kern, Anna - november.csv", "november.csv"],
  ["annakern.csv", "statement.csv"],
  ["600 555 123 november.csv", "november.csv"],
  ["deposits_2026-11-01_2026-11-30.csv", "deposits_2026-11-01_2026-11-30.csv"],
  ["affiliate 8412338.csv", "affiliate 8412338.csv"],
  ["anna november.csv", "anna november.csv"],
  ["6 0 0 5 5 5123 november.csv", "november.csv"],
  ["6 0 0 5 5 5 123 november.csv", "6 0 0 5 5 5 123 november.csv"],
])("of an erased person the file %s is called %s", (given, left) => {
  expect(eraseFromName(given, [person])).toBe(left);
});
