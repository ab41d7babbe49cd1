import { expect, test } from "vitest";
import { notationOf, readTypedAmount } from "./typed-amount.ts";

const read = (typed: string, currency: string, ...locales: string[]) => {
  const reading = readTypedAmount(typed, currency, () => locales.map(notationOf));
  return reading && `${reading.isDoubtful ? "? " : ""}${reading.amount}`;
};

test.each(["de", "es", "pt-BR", "it", "nl", "ro", "tr", "id", "vi", "de-AT", "es-AR"])(
  "a point with three digits after it groups in %s",
  (locale) => {
    expect(read("1.250", "EUR", locale)).toBe("1250");
    expect(read("250.000", "EUR", locale, "de-DE")).toBe("250000");
    expect(read("1,250", "EUR", locale)).toBe("1250");
    expect(read("1.25", "EUR", locale)).toBe("1.25");
  },
);

test.each(["en-US", "es-MX", "en-GB", "de-CH", "hi", "ja", "th"])(
  "a point with three digits after it is too exact in %s",
  (locale) => {
    expect(read("1.250", "EUR", locale)).toBe("1.250");
    expect(read("1.250", "KWD", locale)).toBe("1.250");
  },
);

test.each([
  ["of the language alone", ["de", "en-US"]],
  ["of the country alone", ["en-US", "de-DE"]],
  ["of no language that groups by a blank", ["fr"]],
  ["of no country that groups by a blank", ["ru", "pl-PL"]],
])("whoever writes a point as %s is asked", (_whose, locales) => {
  expect(read("1.250", "EUR", ...locales)).toBe("? 1250");
});

test.each([
  ["1.250", ["de"], "? 1250"],
  ["1.250", ["en-US", "de-DE"], "? 1.250"],
  ["1.250", ["en-US"], "1.250"],
  ["1.250", [], "1.250"],
  ["1,250", ["en-US"], "1250"],
  ["1,250", ["de"], "1.250"],
  ["1,250", ["de", "en-US"], "? 1.250"],
  ["1,250", [], "1250"],
])("of a currency with three decimals %s in %j is %s", (typed, locales, amount) => {
  expect(read(typed, "KWD", ...locales)).toBe(amount);
});

test("in Tunisia whoever writes a comma before three digits is asked", () => {
  expect(read("12,500", "TND", "fr", "fr-TN")).toBe("? 12.500");
  expect(read("12,500", "TND", "en-US")).toBe("? 12500");
  expect(read("12,500", "TND")).toBe("? 12.500");
});

test("where nobody uses a fraction every mark before three digits groups", () => {
  for (const currency of ["VND", "IDR", "CLP", "JPY"])
    for (const locale of ["en-US", "vi"]) {
      expect(read("250.000", currency, locale)).toBe("250000");
      expect(read("250,000", currency, locale)).toBe("250000");
    }
});

test("the digits of other scripts are read like those of ASCII", () => {
  expect(read("１．２５０", "EUR", "de")).toBe("1250");
  expect(read("١٢٫٥٠٠", "KWD", "ar")).toBe("12.500");
});
