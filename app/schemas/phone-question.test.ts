import { expect, test } from "vitest";
import { OptInInput, withCall } from "./opt-in.ts";

const person = {
  email: "maria@example.com",
  platform: "halden",
  amount: "250",
  currency: "EUR",
  consent: true,
};

test.each([
  ["fr", ["France", "Espagne"]],
  ["es", ["Francia", "España"]],
  ["ja", ["フランス", "スペイン"]],
  ["en", ["France", "Spain"]],
  [undefined, ["France", "Spain"]],
])("the question for the phone names countries in the form's language: %s", (language, countries) => {
  const sent = { ...person, phone: "512 345 678", language };
  const { error } = OptInInput.safeParse(withCall(sent, { languages: () => ["FR"], preset: "ES" }));
  expect(error?.issues).toMatchObject([
    {
      path: ["phone"],
      params: {
        options: [
          { label: `+33 5 12 34 56 78 (${countries[0]})` },
          { label: `+34 512 34 56 78 (${countries[1]})` },
        ],
      },
    },
  ]);
});
