import { expect, test } from "vitest";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { conversion, NOW } from "../fixtures/conversion.ts";
import { buildMetaEvent } from "../meta/event.ts";
import { findFinancialDetails, warnOfFinancialDetails } from "./financial-details.ts";

const brokers = ["Northgate Markets", "XM", "eToro"];

test.each([
  ["https://casa.example/optin/northgate-markets-bonus", "the broker’s name Northgate Markets"],
  ["https://casa.example/debt-free", "the word “debt”"],
  ["CreditCardLoan", "the word “Credit Card”"],
  ["AccountNumber", "the word “Account Number”"],
  ["NorthgateMarkets", "the broker’s name Northgate Markets"],
  ["https://casa.example/northgatemarkets-bonus", "the broker’s name Northgate Markets"],
  ["https://casa.example/eToro", "the broker’s name eToro"],
  ["Account_Balance_2000", "the word “Account Balance”"],
  ["https://casa.example/ES9121000418450200051332", "what looks like an IBAN"],
  ["https://casa.example/welcome/31415926", "what looks like an account number"],
])("%s carries %s", (text, found) => expect(findFinancialDetails(text, brokers)).toBe(found));

test.each(["Purchase", "https://casa.example/optin/deposit?utm_campaign=summer-2026", "Incoming", "maximum"])(
  "%s carries no financial details",
  (text) => expect(findFinancialDetails(text, brokers)).toBeNull(),
);

test("an event is warned of by its names and addresses, not by its person or ids", () => {
  const event = (more: object) => buildMetaEvent(conversion(more), NOW);
  const plain = { eventId: "1234567890", pageUrl: "https://casa.example/optin/demo", referrer: null };
  expect(warnOfFinancialDetails(event(plain), brokers, "Meta")).toBeNull();
  expect(warnOfFinancialDetails(event({ ...plain, eventName: "Loan approved" }), brokers, "Meta")).toBe(
    "“Loan approved” holds the word “Loan”. Meta restricts financial details and may drop the event. Choose another address or event name.",
  );
  expect(
    adPlatforms
      .all()
      .filter((one) => one.restrictsFinancialDetails)
      .map(({ id }) => id),
  ).toEqual(["meta"]);
});
