import { expect, test } from "vitest";
import { messages } from "#app/schemas/messages/index.ts";
import { createNameSchema } from "./name.ts";

const Name = createNameSchema(messages.team.nameRequired);

test.each([
  "https://evil.example",
  "WWW.evil",
  "Go to evil.com",
  "bit.ly/abc",
  "evil。com",
  "casa-trading.de",
  "EVIL.COM",
  "Evil.Com",
  "Evil.Online",
  "Win-Money.Finance",
  "X-Y.Capital",
  "Casa.Trading/now",
  "Evil.Trading.com",
])("a name is not the web address %j, with or without its scheme", (name) => {
  expect(Name.safeParse(name).error?.issues[0]?.message).toBe(messages.fields.nameAddress);
});

test.each([
  "A.B. Trading",
  "St. Pauli FX",
  "J.P.Morgan",
  "Casa Trading S.L.",
  "Halden 2.0",
  "St.Pauli Invest",
  "Casa.Trading",
  "سمسار 🚀",
])("a name may be %j", (name) => {
  expect(Name.safeParse(name).data).toBe(name);
});
