import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hashMetaField, type MetaHashedField, metaNormalizers } from "./normalize.ts";

type Row = {
  field: string;
  input: string | string[] | number;
  note?: string;
  output?: unknown;
  error?: string;
  hashed_plaintext?: string | string[];
  normalized?: string | null;
  sha256?: string | null;
  compared_with_business_sdk?: string;
};
const vectors = JSON.parse(
  readFileSync(
    new URL("../../../../tests/fixtures/meta-normalization-vectors.json", import.meta.url),
    "utf8",
  ),
) as Record<"documented_examples" | "business_sdk_user_data" | "parameter_builder_user_data", Row[]>;

const isHashed = (field: string): field is MetaHashedField => Object.hasOwn(metaNormalizers, field);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hashOf = (row: Row) => {
  if (!isHashed(row.field)) throw new Error(`not a hashed field: ${row.field}`);
  return hashMetaField(row.field, String(row.input));
};
const keyOf = (row: Row) => `${row.field} ${JSON.stringify(row.input)}`;

/** Both libraries hash these the same, and wrongly: the input is not well-formed. Ours is on the right. */
const ILL_FORMED: Record<string, { ours: string | null; why: string }> = {
  'ph "(650)555-1212"': { ours: null, why: "a national number; its country is not known" },
  'ph "0844 412 4653"': { ours: null, why: "a national number with its trunk zero" },
  'ph "+44 (0)844 412 4653"': {
    ours: "448444124653",
    why: "the trunk zero in brackets is not dialled abroad",
  },
  [`fn ${JSON.stringify("Jose\u0301")}`]: {
    ours: "jos\u00e9",
    why: "a decomposed accent: NFC first, so that both spellings of a name give one hash",
  },
};

describe("Meta's documented examples", () => {
  test.each(vectors.documented_examples.map((row) => [keyOf(row), row] as const))("hash %s", (_key, row) => {
    expect(hashOf(row)).toBe(row.sha256);
    expect(sha256(String(row.normalized))).toBe(row.sha256);
  });
});

describe("Meta's two libraries", () => {
  const agreed = vectors.parameter_builder_user_data.filter(
    (row) => row.compared_with_business_sdk === "same",
  );

  test.each(agreed.filter((row) => !ILL_FORMED[keyOf(row)]).map((row) => [keyOf(row), row] as const))(
    "agree with us on %s",
    (_key, row) => expect(hashOf(row)).toBe(row.sha256),
  );

  test.each(Object.entries(ILL_FORMED))("share their deviation on %s", (key, { ours }) => {
    const row = agreed.find((candidate) => keyOf(candidate) === key);
    expect(hashOf(row as Row)).toBe(ours === null ? null : sha256(ours));
    expect(hashOf(row as Row)).not.toBe(row?.sha256);
  });

  test("return nothing where we return nothing", () => {
    const empty = vectors.parameter_builder_user_data.filter(
      (row) => row.compared_with_business_sdk === "both_empty",
    );
    expect(empty.map(hashOf)).toEqual(empty.map(() => null));
    expect(empty).not.toHaveLength(0);
  });
});

/** Where the business SDK throws or writes `[null]` we leave the field out, unless we know better. */
const BETTER_THAN_THROWING: Record<string, string> = {
  'em "jöhn@example.com"': "jöhn@example.com", // such addresses exist: hashed as they are
  'em "john@münchen.de"': "john@münchen.de",
  'country "United States"': "us", // documented example
  'country "USA"': "us",
};

describe("values that the business SDK rejects", () => {
  const refused = vectors.business_sdk_user_data.filter(
    (row) =>
      isHashed(row.field) &&
      !Array.isArray(row.input) &&
      (row.error !== undefined || (Array.isArray(row.output) && row.output.includes(null))),
  );

  test("is in the vectors at all", () => expect(refused.length).toBeGreaterThan(10));

  test.each(refused.map((row) => [keyOf(row), row] as const))("%s", (key, row) => {
    const better = BETTER_THAN_THROWING[key];
    expect(hashOf(row)).toBe(better === undefined ? null : sha256(better));
  });
});

/** One row for each of the differences between the libraries, with the rule chosen. */
const CHOSEN: [field: MetaHashedField, input: string, ours: string | null, rule: string][] = [
  ["ln", "O'Brien", "obrien", "no punctuation (docs)"],
  ["fn", "D'Artagnan", "dartagnan", "no punctuation (docs)"],
  ["fn", "Dr. José", "dr josé", "no punctuation; accents and single spaces stay"],
  ["ln", "Smith Jr.", "smith jr", "no punctuation; single spaces stay"],
  ["ln", "van der Berg", "van der berg", "docs are silent: single inner spaces stay in names"],
  ["ln", "van  der \t Berg", "van der berg", "runs of white space become one space"],
  ["db", "2/16/1997", "19970216", "YYYYMMDD (docs), slashes are month first"],
  ["db", "1997-02-16", "19970216", "YYYYMMDD"],
  ["db", "16.02.1997", "19970216", "YYYYMMDD, dots are day first"],
  ["db", "16/02/1997", null, "no such month: left out, not guessed"],
  ["db", "1997-02-30", null, "no such day"],
  ["ct", "São Paulo", "sãopaulo", "accents stay, spaces go"],
  ["ct", "Köln-Ehrenfeld", "kölnehrenfeld", "accents stay, punctuation goes"],
  ["ct", "Paris 16e", "paris16e", "digits stay"],
  ["st", "California", "ca", "two-letter code in the US"],
  ["st", "New South Wales", "newsouthwales", "the whole name elsewhere"],
  ["zp", "M1 1AE", "m11ae", "no spaces"],
  ["country", "USA", "us", "ISO two letters"],
  ["country", "United States", "us", "ISO two letters"],
  ["country", "UK", "gb", "ISO two letters"],
  ["country", "xx", null, "not a country: left out"],
  ["ph", "12345", null, "too short: left out"],
  ["ph", "+1234567890123456789", null, "too long: left out"],
  ["ph", "+234.801.234.5678", "2348012345678", "digits only"],
  ["ph", "+1/650/555/1212", "16505551212", "digits only"],
  ["ph", "٠٥٠١٢٣٤٥٦٧", null, "digits become ASCII; national, so left out without a country"],
  ["ph", "+٩٧١٥٠١٢٣٤٥٦٧", "971501234567", "digits become ASCII"],
  ["external_id", "User-42", "User-42", "one rule of ours: trimmed, case kept, always hashed"],
  ["external_id", " user 42 ", "user 42", "trimmed, inner spaces kept"],
  ["fn", "İbrahim", "i̇brahim", "NFC before lower case"],
];

describe("the rule chosen where the libraries differ", () => {
  test.each(CHOSEN)("%s %j → %j: %s", (field, input, ours) => {
    expect(hashMetaField(field, input)).toBe(ours === null ? null : sha256(ours));
  });

  test("covers every input on which the vectors say that they differ", () => {
    const named = new Set(CHOSEN.map(([field, input]) => `${field} ${JSON.stringify(input)}`));
    const differing = vectors.parameter_builder_user_data
      .filter((row) => row.compared_with_business_sdk === "different")
      .map(keyOf);
    expect(differing.filter((key) => !named.has(key))).toEqual([]);
  });
});

describe("hashMetaField", () => {
  test("hashes the composed and the decomposed spelling alike", () => {
    expect(hashMetaField("fn", "Jose\u0301")).toBe(hashMetaField("fn", "JOS\u00c9"));
    expect(hashMetaField("em", "jo\u0308hn@example.com")).toBe(hashMetaField("em", "J\u00d6HN@example.com"));
    expect(hashMetaField("external_id", "e\u0301")).toBe(hashMetaField("external_id", "\u00e9"));
  });

  test("keeps Gmail's dots and plus tags", () => {
    const cloudy = "8dd4a9bf850242873c14976125edabc35096192b784626a5641a7d2de56e3c1e";
    expect(hashMetaField("em", "Cloudy.SanFrancisco+shopping@gmail.com")).toBe(cloudy);
  });

  test("passes a SHA-256 and refuses an MD5 that stands for an address", () => {
    expect(hashMetaField("em", "A".repeat(64))).toBe("a".repeat(64));
    expect(hashMetaField("em", "d41d8cd98f00b204e9800998ecf8427e")).toBeNull();
  });

  test.each(["em", "ph", "fn", "ln", "db", "ge", "ct", "st", "zp", "country", "external_id"] as const)(
    "leaves %s out when there is nothing in it",
    (field) => {
      for (const value of [null, "", "  ", "\u00a0"]) expect(hashMetaField(field, value)).toBeNull();
    },
  );

  test.each([
    ["user@localhost", "no domain"],
    ["a b@example.com", "a space"],
    ["a@b@example.com", "two signs"],
    ["a@example..com", "an empty label"],
    [`${"a".repeat(250)}@example.com`, "over 254 characters"],
  ])("leaves out the address %s: %s", (address) => expect(hashMetaField("em", address)).toBeNull());

  test.each([
    ["(650)555-1212", "US", "16505551212"],
    ["0844 412 4653", "GB", "448444124653"],
    ["0844 412 4653", "UK", "448444124653"],
    ["٠٥٠١٢٣٤٥٦٧", "AE", "971501234567"],
    ["+971 50 123 4567", "US", "971501234567"],
    ["12", "US", null],
    ["650 555 1212", "AQ", null],
    ["call me", "US", null],
  ])("reads the phone %s with the country %s as %s", (phone, country, digits) => {
    expect(hashMetaField("ph", phone, { country })).toBe(digits === null ? null : sha256(digits));
  });

  test.each([
    ["st", "Georgia", "US", "ga"],
    ["st", "Georgia", "GE", "georgia"],
    ["st", "Bavaria", "US", null],
    ["st", "NSW", "AU", "nsw"],
    ["zp", "94035-1234", "US", "94035"],
    ["zp", "940351234", "US", "94035"],
    ["zp", "M1 1AE", "US", null],
    ["zp", "SW1A 1AA", "GB", "sw1a1aa"],
    ["zp", "7", "ES", null],
    ["zp", "101", "IS", "101"],
    ["country", "Türkiye", null, "tr"],
    ["country", "XK", null, null],
    ["ge", "MALE", null, "m"],
    ["ge", "Woman", null, "f"],
    ["ge", "man", null, "m"],
    ["ph", "0600 123 456", "US", null],
    ["ph", "600 123 456", "ES", "34600123456"],
  ] as const)("reads %s %j in %s as %j", (field, text, country, normalized) => {
    expect(hashMetaField(field, text, { country })).toBe(normalized === null ? null : sha256(normalized));
  });
});
