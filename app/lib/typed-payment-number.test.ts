import { expect, test } from "vitest";
import { findPaymentNumber, looksLikePayment } from "./typed-payment-number.ts";

test.each([
  ["4111 1111 1111 1111", "card"],
  ["4111-1111-1111-1111", "card"],
  ["4242424242424242", "card"],
  ["5555 5555 5555 4444", "card"],
  ["2223 0031 2200 3222", "card"],
  ["3782 822463 10005", "card"],
  ["3056 930902 5904", "card"],
  ["6011 1111 1111 1117", "card"],
  ["3530 1113 3330 0000", "card"],
  ["6759 6498 2643 8453", "card"],
  ["6200 0000 0000 0005", "card"],
  ["DE44 5001 0517 5407 3249 31", "iban"],
  ["de44500105175407324931", "iban"],
  ["GB82 WEST 1234 5698 7654 32", "iban"],
  ["FR14 2004 1010 0505 0001 3M02 606", "iban"],
  ["NO93 8601 1117 947", "iban"],
  ["PL61 1090 1014 0000 0712 1981 2874", "iban"],
])("%s is a number of a %s", (text, kind) => {
  expect(findPaymentNumber(text)).toBe(kind);
});

test.each([
  ["4111 1111 1111 1112", "a wrong check digit"],
  ["DE44 5001 0517 5407 3249 32", "a wrong remainder"],
  ["DE44 5001 0517 5407 3249", "a group too few"],
  ["70117076", "an account number"],
  ["411111111111", "a card's beginning"],
  ["MT5 4111111111111111", "letters before it"],
  ["1234567812345670", "no issuer's beginning, although its sum is right"],
  ["CR8412337", "an account number with a country's letters"],
  ["", "nothing"],
])("%j has %s", (text) => {
  expect(findPaymentNumber(text)).toBeNull();
});

test("a broker's example has the shape of a card or an IBAN, whatever its check digits", () => {
  expect(looksLikePayment("4111 2222 3333 4444", "card")).toBe(true);
  expect(looksLikePayment("DE00 0000 0000 0000 0000 00", "iban")).toBe(true);
  expect(looksLikePayment("DE00 0000 0000 0000 0000 00", "card")).toBe(false);
  expect(looksLikePayment("70117076", "card")).toBe(false);
  expect(looksLikePayment(null, "card")).toBe(false);
});
