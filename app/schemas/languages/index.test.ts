import { describe, expect, test } from "vitest";
import { LANGUAGE_CODES, type Language, languageFacts } from "#app/lib/languages.ts";
import { catalogues, decimalMark, textsIn, translate } from "./index.ts";

type Texts = { [key: string]: string | ((...values: unknown[]) => string) | Texts };

const all = catalogues as unknown as Record<Language, Texts>;
const translations = LANGUAGE_CODES.filter((language) => language !== "en");

/** What a text with values is called with; others are called with words. */
const NUMBERS: Record<string, number> = { "form.problems": 12, "errors.tooLong": 300 };
const WORDS = ["Casa 24", "UID 7"];

type Said = { key: string; text: string; values: string[] };

/** Every text as it is said, with the values that have to be in it: as many as the English one takes. */
function sayAll(texts: Texts, english: Texts = all.en, parent = ""): Said[] {
  return Object.entries(english).flatMap(([name, model]) => {
    const key = `${parent}${name}`;
    const text = texts[name];
    if (typeof model === "object") return sayAll(text as Texts, model, `${key}.`);
    if (typeof text === "string") return [{ key, text, values: [] }];
    const count = NUMBERS[key];
    const values = count === undefined ? WORDS.slice(0, model.length) : [count];
    return [{ key, text: (text as (...values: unknown[]) => string)(...values), values: values.map(String) }];
  });
}

/** Texts that are the same word as in English, by language, and why. */
const SAME: { key: string; languages: Language[]; reason: string }[] = [
  { key: "form.email", languages: ["it", "id", "vi"], reason: "the everyday word" },
  { key: "form.optional", languages: ["de"], reason: "the same word" },
  { key: "form.privacy", languages: ["it", "nl"], reason: "the everyday word" },
  { key: "form.errorTitle", languages: ["es"], reason: "the same word" },
  {
    key: "facts.broker",
    languages: ["de", "fr", "it", "pl", "nl", "ro", "id"],
    reason: "the trade's own word",
  },
  { key: "actions.deposit.noun", languages: ["id"], reason: "the trade's own word" },
];

/** Numbers of every plural form that a language has for whole ones below a million. */
const COUNTS = [1, 2, 3, 4, 5, 9, 11, 12, 20, 21, 22, 25, 100, 101, 102, 111];

/** The letters of a script that is written with several. */
const LETTERS: Record<string, string[]> = { Jpan: ["Hani", "Hira", "Kana"], Hans: ["Hani"] };

function findLetters(locale: string): RegExp {
  const { script = "" } = new Intl.Locale(locale).maximize();
  return new RegExp((LETTERS[script] ?? [script]).map((name) => `\\p{Script=${name}}`).join("|"), "u");
}

describe.each(LANGUAGE_CODES)("the public pages in %s", (language) => {
  const said = sayAll(all[language]);
  const failing = (isWrong: (said: Said) => boolean) => said.filter(isWrong).map(({ key }) => key);

  test("every text says something, with the values that it is given", () => {
    expect(failing(({ text }) => text.trim() === "" || text !== text.trim())).toEqual([]);
    expect(failing(({ text, values }) => !values.every((value) => text.includes(value)))).toEqual([]);
  });

  test("every text has the placeholders and commands of the English one", () => {
    const findPlaceholders = (list: Said[]) =>
      Object.fromEntries(list.map(({ key, text }) => [key, (text.match(/\{\w+\}|\/[a-z]+/g) ?? []).sort()]));
    expect(findPlaceholders(said)).toEqual(findPlaceholders(sayAll(all.en)));
  });

  test("every text is in the language's own script, and the language known to Intl", () => {
    const { name, locale, isRightToLeft = false } = languageFacts(language);
    const letters = findLetters(locale);
    expect(failing(({ text }) => !letters.test(text))).toEqual([]);
    expect(name).toMatch(letters);
    expect(Intl.PluralRules.supportedLocalesOf(locale)).toEqual([locale]);
    expect(isRightToLeft).toBe(/\p{Script=Arab}|\p{Script=Hebr}/u.test(name));
  });

  test("the account number has a name and no example where its owner has given none", () => {
    const { accountRequired } = textsIn(language).errors;
    expect(accountRequired(null, null)).not.toMatch(/null|undefined/);
    expect(accountRequired(null, "7001234")).toContain("7001234");
    expect(accountRequired("UID", null)).toContain("UID");
  });
});

test("no text is the English one, but those that are the same word", () => {
  const english = new Map(sayAll(all.en).map(({ key, text }) => [key, text]));
  const same = translations.flatMap((language) =>
    sayAll(all[language])
      .filter(({ key, text }) => text === english.get(key))
      .map(({ key }) => `${language} ${key}`),
  );
  expect(same.sort()).toEqual(
    SAME.flatMap(({ key, languages }) => languages.map((language) => `${language} ${key}`)).sort(),
  );
});

test.each(translations)("numbers have the plural forms of %s", (language) => {
  const { problems } = textsIn(language).form;
  const rules = new Intl.PluralRules(languageFacts(language).locale);
  const texts = new Map<string, Set<string>>();
  for (const count of COUNTS) {
    const form = rules.select(count);
    texts.set(form, (texts.get(form) ?? new Set()).add(problems(count).replace(String(count), "#")));
  }
  const distinct = [...texts.values()].map((set) => [...set]);
  expect(distinct.filter((forms) => forms.length > 1)).toEqual([]);
  expect(new Set(distinct.flat()).size).toBe(texts.size);
});

test("an error of the services is said in the visitor's language, and an unknown one as it is", () => {
  expect(translate("Email is required", "de")).toBe("Bitte geben Sie Ihre E-Mail-Adresse ein");
  expect(translate("Please use at most 40 characters", "pl")).toBe("Maksymalna liczba znaków: 40");
  expect(translate("Write the amount in EUR, as your broker shows it: BTC is no currency", "es")).toBe(
    textsIn("es").errors.amountInCoin("BTC", "EUR"),
  );
  expect(translate("This broker is closed", "fr")).toBe("This broker is closed");
});

test.each([
  ["de", "beim Broker"],
  ["es", "en el bróker"],
  ["fr", "chez le broker"],
  ["it", "presso il broker"],
  ["en", "at the broker"],
  ["uk", "у брокера"],
  ["ru", "у брокера"],
  ["vi", "tại nhà môi giới"],
  ["id", "di broker"],
  ["zh", "经纪商"],
  ["th", "ที่โบรกเกอร์"],
  ["ar", "لدى الوسيط"],
  ["nl", "bij de broker"],
  ["pl", "u brokera"],
  ["pt-BR", "na corretora"],
  ["ro", "la broker"],
  ["tr", "Aracı kurumdaki"],
  ["hi", "ब्रोकर के पास"],
  ["ja", "ブローカー"],
] as const)("in %s the field of the account number says whose number it is", (language, words) => {
  expect(textsIn(language).form.accountNumber).toContain(words);
});

test("examples of amounts have the decimal mark of the visitor's region, and English ones a point", () => {
  const say = (language: Language, locale: string) =>
    translate("Please provide an amount, for example 250.00", language, locale);
  expect(say("es", "es")).toContain("250,00");
  expect(say("es", "es-MX")).toContain("250.00");
  expect(say("de", "de-CH")).toContain("250.00");
  expect(say("en", "en-DE")).toBe("Please provide an amount, for example 250.00");
  for (const language of translations) {
    const { amountDigits } = textsIn(language).errors;
    const mark = decimalMark(languageFacts(language).locale);
    for (const example of [`1250${mark}00`, `1250${mark}005`]) expect(amountDigits).toContain(example);
  }
});
