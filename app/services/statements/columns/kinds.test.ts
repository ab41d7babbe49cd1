import { expect, test } from "vitest";
import { readKind, readState } from "./kinds.ts";

test.each([
  ["done", ["Completed", "Abgeschlossen", "Aprobada", "Zakończone", "Завершено", "Active"]],
  ["pending", ["Under review", "Not completed", "No completado", "Не завершено", "Pending approval", "Hold"]],
  ["declined", ["Timed out", "Fraud", "Gesperrt", "Completed, then cancelled"]],
  ["reversed", ["Refunded", "Charged back", "Zurückgebucht", "Estornado", "Completed (reversed)"]],
  [null, ["Suspicious", "Partially paid", "To be confirmed", "7", ""]],
] as const)("a status that means %s", (state, words) => {
  expect(words.map((word) => readState(word))).toEqual(words.map(() => state));
});

test.each([
  ["deposit", ["Deposit", "Deposit (Card)", "FTD", "Balance"]],
  ["reversal", ["Deposit reversal", "Chargeback", "Rückbuchung"]],
  ["withdrawal", ["Withdrawal", "Withdrawal reversal", "Withdrawal refund"]],
  [null, ["Deposit bonus", "Bono por depósito", "Deposit fee", "Internal deposit", "Bonus", "Transfer"]],
] as const)("a word for %s", (kind, words) => {
  expect(words.map((word) => readKind(word))).toEqual(words.map(() => kind));
});

test("the owner's words come first, for kinds and for statuses", () => {
  const own = { "deposit bonus": "deposit", suspicious: "declined", "under review": "deposit" } as const;
  expect(readKind("Deposit Bonus", own)).toBe("deposit");
  expect([readState("Suspicious", own), readState("Under review", own)]).toEqual(["declined", "done"]);
});
