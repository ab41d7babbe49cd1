import { expect, test } from "vitest";
import type { ColumnMeaning } from "#app/lib/statements.ts";
import { createRowEraser } from "./erase-rows.ts";

const meanings: (ColumnMeaning | null)[] = ["account", "email", "phone", null, "amount"];
const columns = meanings.map((meaning, index) => {
  return { index, meaning, heading: "", from: null, hint: null, examples: [] };
});
const person = {
  submissionId: "1",
  isVerified: true,
  platformId: "broker",
  email: "Ana.Lopez+bio@gmail.com",
  phone: "+34600555123",
  accounts: ["MT5 8412337", "12345", "1234"],
  clickIds: ["k3f9x0q2m7a1b4c8d5e6"],
};
const eraser = createRowEraser([person], "broker", columns);

test.each([
  ["an email in capitals", ["", "ANA.LOPEZ+BIO@GMAIL.COM", "", "", 5]],
  ["another spelling of the mailbox", ["", "analopez@gmail.com", "", "", 5]],
  ["an address in a text", ["", "", "", "Ana <ana.lopez+bio@gmail.com>", 5]],
  ["a phone number without its country", ["", "", "600 555 123", "", 5]],
  ["an account number with the broker's letters", ["CR-8412337", "", "", "", 5]],
  ["a click ID of ours", ["", "", "", "|afp1:x|afp2:K3F9X0Q2M7A1B4C8D5E6|", 5]],
  ["an account number of five digits", ["12345", "", "", "", 5]],
])("a row is a person's by %s", (_, cells) => {
  expect(eraser.isAbout(cells)).toBe(true);
  expect(eraser.empty(cells)).toEqual(["", "", "", "", 5]);
});

test.each([
  ["of nobody who is erased", ["8412338", "eva@example.com", "+34 600 555 124", "Eva", 5]],
  ["whose amount looks like an account number", ["", "", "", "", 8_412_337]],
  ["of somebody else, whose number was mistyped", ["8412337", "eva@example.com", "", "", 5]],
  ["with a number too short to be anybody's", ["1234", "", "", "", 5]],
])("a row %s stays", (_, cells) => {
  expect(eraser.isAbout(cells)).toBe(false);
});

test("an account number at another broker is somebody else's", () => {
  expect(createRowEraser([person], "other", columns).isAbout(["8412337", "", "", "", 5])).toBe(false);
});
