import { getCountries, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, test } from "vitest";
import { formatPhone, parsePhone, readPhone } from "./read-phone.ts";

test.each([
  ["+34 600 555 123", undefined, "+34600555123", "ES"],
  [" 0034 600 555 123 ", "US", "+34600555123", "ES"],
  ["600 555 123", "ES", "+34600555123", "ES"],
  ["٦٠٠ ٥٥٥ ١٢٣", "ES", "+34600555123", "ES"],
  ["(650) 555-1212", "US", "+16505551212", "US"],
  ["0151 23456789", "DE", "+4915123456789", "DE"],
  ["+49 (0)171 2345678", undefined, "+491712345678", "DE"],
  ["+800 1234 5678", undefined, "+80012345678", null],
] as const)("%j typed in %s is %s", (text, country, e164, parsedCountry) => {
  expect(parsePhone(text, country)).toEqual({ e164, country: parsedCountry });
});

test.each([
  ["0600 123 456", "US"],
  ["0600 123 456", "GB"],
  ["600 555 123", undefined],
  ["600 555 123", "US"],
  ["+4915000000", undefined],
  ["+10600123456", undefined],
  ["+34 6005", undefined],
  ["+34 600 555 123 4", undefined],
  ["phone", "ES"],
  ["", "ES"],
] as const)("%j typed in %s is no number that can exist", (text, country) => {
  expect(readPhone(text, { chosen: country })).toEqual({ kind: "none" });
});

describe("a country code that is typed without a plus", () => {
  test.each([
    ["4915123456789", "DE", "+4915123456789"],
    ["491725555555", "DE", "+491725555555"],
    ["62812345678", "ID", "+62812345678"],
    ["38344123456", "XK", "+38344123456"],
    ["+4949172 5555555", undefined, "+491725555555"],
    ["+49 0049 172 5555555", undefined, "+491725555555"],
  ])(
    "%j typed in %s is read with its country code, because only that gives a valid mobile number",
    (text, chosen, e164) => {
      expect(parsePhone(text, chosen)?.e164).toBe(e164);
    },
  );

  test("the visitor is asked if both readings are mobile numbers", () => {
    const options = ["+525512345678", "+15512345678"];
    const reading = readPhone("15512345678", { languages: ["MX"] });
    expect(reading).toMatchObject({ kind: "doubtful", options: options.map((e164) => ({ e164 })) });
    expect(parsePhone("15512345678", "MX")?.e164).toBe("+525512345678");
  });

  test.each([
    ["of another country than the chosen one", { chosen: "ES" }],
    ["of no known country", {}],
    ["of another language's country", { languages: ["FR"], zone: ["FR"] }],
  ])(
    "the code %s is only offered, because one digit too many in a national number looks the same",
    (_what, hints) => {
      const options = [{ e164: "+4915123456789", country: "DE" }];
      expect(readPhone("4915123456789", hints)).toEqual({ kind: "doubtful", options });
    },
  );

  test("the code of the visitor's language or time zone is taken", () => {
    for (const hints of [{ languages: ["US", "DE"] }, { languages: ["US"], zone: ["DE"] }])
      expect(readPhone("4915123456789", hints)).toMatchObject({ phone: { e164: "+4915123456789" } });
  });

  test("the visitor is asked if the whole number is a fixed line in the chosen country", () => {
    const options = [
      { e164: "+436641234567", country: "AT" },
      { e164: "+49436641234567", country: "DE" },
    ];
    expect(readPhone("436641234567", { chosen: "DE" })).toEqual({ kind: "doubtful", options });
  });
});

describe("a country that is known from the browser's language alone", () => {
  const mexican = { e164: "+525512345678", country: "MX" };
  const american = { e164: "+15512345678", country: "US" };

  test("the country of the language is doubted if the time zone belongs to another country", () => {
    expect(readPhone("55 1234 5678", { languages: ["US"], zone: ["MX"] })).toEqual({
      kind: "doubtful",
      options: [american, mexican],
    });
    expect(readPhone("201 555 0123", { languages: ["US"], zone: ["ES"] })).toEqual({
      kind: "doubtful",
      options: [{ e164: "+12015550123", country: "US" }],
    });
  });

  test("the country of the language is taken if the time zone agrees, shares its calling code or is unknown", () => {
    for (const zone of [["US"], ["CA"], []])
      expect(readPhone("55 1234 5678", { languages: ["US"], zone })).toEqual({
        kind: "certain",
        phone: american,
      });
  });

  test("the country of the time zone is taken if the language has none", () => {
    for (const languages of [[], [undefined], ["419"], ["150"], ["001"]])
      expect(readPhone("55 1234 5678", { languages, zone: ["MX"] })).toEqual({
        kind: "certain",
        phone: mexican,
      });
  });

  test("a chosen country overrides the browser's hints", () => {
    const hints = { chosen: "MX", languages: ["US"], zone: ["US"] };
    expect(readPhone("55 1234 5678", hints)).toEqual({ kind: "certain", phone: mexican });
  });
});

test("a number that is invalid in the chosen country is offered with the countries of the browser's hints", () => {
  const german = { kind: "doubtful", options: [{ e164: "+491712345678", country: "DE" }] };
  expect(readPhone("0171 2345678", { chosen: "ES", languages: ["DE"] })).toEqual(german);
  expect(readPhone("0171 2345678", { chosen: "ES", languages: ["US"], zone: ["DE"] })).toEqual(german);
  expect(readPhone("0171 2345678", { chosen: "ES", languages: ["US"] })).toEqual({ kind: "none" });
});

describe("a country that the form's owner has preset", () => {
  const typed = "512 345 678";
  const polish = { e164: "+48512345678", country: "PL" };
  const spanish = { e164: "+34512345678", country: "ES" };

  test("the visitor is asked if the number is another one in the country of their browser", () => {
    const options = [polish, spanish];
    for (const hints of [{ languages: ["PL"] }, { languages: [undefined], zone: ["PL"] }])
      expect(readPhone(typed, { preset: "ES", ...hints })).toEqual({ kind: "doubtful", options });
  });

  test("the visitor is asked if the number is valid in the country of their browser alone", () => {
    const options = [{ e164: "+491712345678", country: "DE" }];
    expect(readPhone("0171 2345678", { preset: "ES", languages: ["DE"] })).toEqual({
      kind: "doubtful",
      options,
    });
  });

  test("the preset is taken if the time zone agrees, the browser names no country, or the number is valid nowhere else", () => {
    const phone = { kind: "certain", phone: spanish };
    for (const hints of [
      { languages: ["PL"], zone: ["ES"] },
      { languages: ["ES"] },
      {},
      { languages: ["US"] },
    ])
      expect(readPhone(typed, { preset: "ES", ...hints })).toEqual(phone);
  });

  test("a number that is valid there alone is offered where the browser's country is shown instead", () => {
    const hints = { formCountry: "ES", languages: ["US"] };
    expect(readPhone("600 555 123", hints)).toEqual({
      kind: "doubtful",
      options: [{ e164: "+34600555123", country: "ES" }],
    });
  });

  test("a chosen country ends the doubt", () => {
    const hints = { preset: "ES", languages: ["PL"] };
    expect(readPhone(typed, { ...hints, chosen: "PL" })).toEqual({ kind: "certain", phone: polish });
  });
});

describe("a retired dialling rule", () => {
  test.each([
    ["Mexico's 1 from abroad", "+52 1 55 1234 5678", undefined, "+525512345678"],
    ["Mexico's 044", "044 55 1234 5678", "MX", "+525512345678"],
    ["Mexico's 01", "01 55 1234 5678", "MX", "+525512345678"],
    ["Argentina's 15", "011 15 2345 6789", "AR", "+5491123456789"],
    ["Brazil's missing ninth digit", "+55 31 8765 4321", undefined, "+5531987654321"],
    ["Brazil's missing ninth digit", "85 8765-4321", "BR", "+5585987654321"],
    ["Brazil's missing ninth digit after a carrier", "0 21 85 8765-4321", "BR", "+5585987654321"],
    ["Brazil's placeholder for a carrier", "(0xx85) 2222-2222", "BR", "+558522222222"],
    ["Chile's 09", "09 8765 4321", "CL", "+56987654321"],
    ["Colombia's 0", "0300 123 4567", "CO", "+573001234567"],
    ["Italy's zero before a mobile number", "0347 1234567", "IT", "+393471234567"],
    ["Portugal's zero", "0936 123 456", "PT", "+351936123456"],
    ["Greece's 09", "0936 123456", "GR", "+306936123456"],
    ["Poland's zero", "0501 234 567", "PL", "+48501234567"],
    ["Czechia's zero", "0602 123 456", "CZ", "+420602123456"],
    ["Ecuador's missing ninth digit", "08 123 4567", "EC", "+593981234567"],
    ["Morocco's nine digits", "041 23 45 67", "MA", "+212641234567"],
    ["Egypt's code of two digits", "016 123 4567", "EG", "+201061234567"],
    ["Costa Rica's seven digits", "376 5432", "CR", "+50683765432"],
    ["Ukraine's 8", "8 050 123 45 67", "UA", "+380501234567"],
    ["Côte d'Ivoire's eight digits", "47 12 34 56", "CI", "+2250747123456"],
    ["Benin's eight digits", "97 12 34 56", "BJ", "+2290197123456"],
    ["Cameroon's eight digits", "77 12 34 56", "CM", "+237677123456"],
    ["Vietnam's eleven digits", "0120 123 4567", "VN", "+84701234567"],
    ["Thailand's nine digits", "01 234 5678", "TH", "+66812345678"],
    ["the prefix for calls abroad of the United States", "011 49 1512 3456789", "US", "+4915123456789"],
    ["that of the United States elsewhere", "011 49 1512 3456789", "DE", "+4915123456789"],
    ["that of Australia", "0011 49 1512 3456789", "AU", "+4915123456789"],
    ["that of Japan", "010 49 1512 3456789", "JP", "+4915123456789"],
    ["that of Russia", "8~10 49 1512 3456789", "RU", "+4915123456789"],
    ["that of a carrier of Brazil", "0021 49 1512 3456789", "BR", "+4915123456789"],
    ["a plus before a prefix", "+0049 171 2345678", undefined, "+491712345678"],
  ])("%s, as in %j from %s", (_what, text, chosen, e164) => {
    expect(parsePhone(text, chosen)?.e164).toBe(e164);
  });

  test.each([
    ["Costa Rica's seven digits", "876 5432", "CR", "+50688765432"],
    ["Ecuador's missing ninth digit", "09 876 5432", "EC", "+593998765432"],
    ["Morocco's nine digits", "061 23 45 67", "MA", "+212661234567"],
    ["Algeria's nine digits", "061 23 45 67", "DZ", "+213661234567"],
    ["Egypt's code of two digits", "012 123 4567", "EG", "+201221234567"],
    ["Brazil's missing ninth digit", "11 9876-5432", "BR", "+5511998765432"],
    ["Chile's missing ninth digit", "9 8765 432", "CL", "+56998765432"],
  ])(
    "%s is asked about, as in %j from %s, because a number of today with a digit too few looks the same",
    (_what, text, chosen, e164) => {
      const options = [{ e164, country: chosen }];
      expect(readPhone(text, { chosen })).toEqual({ kind: "doubtful", options });
    },
  );
});

test("an area code after the country's own prefix is no code of another country", () => {
  expect(parsePhone("8 495 123-45-67", "RU")?.e164).toBe("+74951234567");
});

test("the mailbox of a mobile number is nobody's phone number", () => {
  expect(readPhone("347 123456789", { chosen: "IT" })).toEqual({ kind: "none" });
});

test("every country's example is read however it is written there", () => {
  const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
  const valid = numbers.filter((number) => number.isValid());
  expect(valid.length).toBeGreaterThan(230);
  for (const example of valid) {
    const { number, country, countryCallingCode: code, nationalNumber } = example;
    const bare = number.slice(1);
    const ways = [example.formatNational(), nationalNumber, number, bare, `00${bare}`, `+${code}${bare}`];
    for (const way of ways)
      expect([country, way, parsePhone(way, country)?.e164]).toEqual([country, way, number]);
    expect([country, parsePhone(formatPhone(number), "DE")?.e164]).toEqual([country, number]);
  }
});
