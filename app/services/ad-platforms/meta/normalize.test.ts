import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { normalizePhone } from "#app/services/ad-platforms/shared/identifiers.ts";
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
type Source = "documented_examples" | "business_sdk_user_data" | "parameter_builder_user_data";
const file = new URL("../../../../tests/fixtures/meta-normalization-vectors.json", import.meta.url);
const all = JSON.parse(readFileSync(file, "utf8")) as Record<Source, Row[]>;

/** The vectors of the fields that the product sends. */
const vectors = (source: Source) => all[source].filter(({ field }) => isHashed(field));

const isHashed = (field: string): field is MetaHashedField => Object.hasOwn(metaNormalizers, field);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hashRow = (row: Row) => {
  if (!isHashed(row.field)) throw new Error(`not a hashed field: ${row.field}`);
  return hashMetaField(row.field, String(row.input));
};
const toKey = (row: Row) => `${row.field} ${JSON.stringify(row.input)}`;

/** Both libraries hash these the same, and wrongly: the input is not well-formed. Ours is on the right. */
const ILL_FORMED: Record<string, { ours: string | null; why: string }> = {
  'ph "(650)555-1212"': { ours: null, why: "a national number; its country is not known" },
  'ph "0844 412 4653"': { ours: null, why: "a national number with its trunk zero" },
  'ph "+44 (0)844 412 4653"': {
    ours: "448444124653",
    why: "the trunk zero in brackets is not dialled abroad",
  },
};

describe("Meta's documented examples", () => {
  test.each(vectors("documented_examples").map((row) => [toKey(row), row] as const))(
    "Meta's documented examples hash %s",
    (_key, row) => {
      expect(hashRow(row)).toBe(row.sha256);
      expect(sha256(String(row.normalized))).toBe(row.sha256);
    },
  );
});

describe("Meta's two libraries", () => {
  const agreed = vectors("parameter_builder_user_data").filter(
    (row) => row.compared_with_business_sdk === "same",
  );

  test.each(agreed.filter((row) => !ILL_FORMED[toKey(row)]).map((row) => [toKey(row), row] as const))(
    "Meta's two libraries agree with us on %s",
    (_key, row) => expect(hashRow(row)).toBe(row.sha256),
  );

  test.each(Object.entries(ILL_FORMED))(
    "Meta's two libraries share their deviation on %s",
    (key, { ours }) => {
      const row = agreed.find((candidate) => toKey(candidate) === key);
      expect(hashRow(row as Row)).toBe(ours === null ? null : sha256(ours));
      expect(hashRow(row as Row)).not.toBe(row?.sha256);
    },
  );

  test("Meta's two libraries return nothing where we return nothing", () => {
    const empty = vectors("parameter_builder_user_data").filter(
      (row) => row.compared_with_business_sdk === "both_empty",
    );
    expect(empty.map(hashRow)).toEqual(empty.map(() => null));
    expect(empty).not.toHaveLength(0);
  });
});

/** Where the business SDK throws or writes `[null]` we leave the field out, unless we know better. */
const BETTER_THAN_THROWING: Record<string, string> = {
  'em "jöhn@example.com"': "jöhn@example.com", // such addresses exist: hashed as they are
  'em "john@münchen.de"': "john@xn--mnchen-3ya.de",
  'country "United States"': "us", // documented example
  'country "USA"': "us",
};

describe("values that the business SDK rejects", () => {
  const refused = vectors("business_sdk_user_data").filter(
    (row) =>
      !Array.isArray(row.input) &&
      (row.error !== undefined || (Array.isArray(row.output) && row.output.includes(null))),
  );

  test("the vectors hold values that the business SDK rejects", () =>
    expect(refused.length).toBeGreaterThan(10));

  test.each(refused.map((row) => [toKey(row), row] as const))("%s", (key, row) => {
    const better = BETTER_THAN_THROWING[key];
    expect(hashRow(row)).toBe(better === undefined ? null : sha256(better));
  });
});

/** One row for each of the differences between the libraries, with the rule chosen. */
const CHOSEN: [field: MetaHashedField, input: string, ours: string | null, rule: string][] = [
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
];

describe("our rule where the libraries differ", () => {
  test.each(CHOSEN)("%s %j → %j: %s", (field, input, ours) => {
    expect(hashMetaField(field, input)).toBe(ours === null ? null : sha256(ours));
  });

  test("our rules cover every input on which the libraries differ", () => {
    const named = new Set(CHOSEN.map(([field, input]) => `${field} ${JSON.stringify(input)}`));
    const differing = vectors("parameter_builder_user_data")
      .filter((row) => row.compared_with_business_sdk === "different")
      .map(toKey);
    expect(differing.filter((key) => !named.has(key))).toEqual([]);
  });
});

describe("hash for Meta", () => {
  test("the hash for Meta hashes the composed and the decomposed spelling alike", () => {
    expect(hashMetaField("em", "jo\u0308hn@example.com")).toBe(hashMetaField("em", "J\u00d6HN@example.com"));
    expect(hashMetaField("external_id", "e\u0301")).toBe(hashMetaField("external_id", "\u00e9"));
  });

  test("the hash for Meta keeps Gmail's dots and plus tags", () => {
    const cloudy = "8dd4a9bf850242873c14976125edabc35096192b784626a5641a7d2de56e3c1e";
    expect(hashMetaField("em", "Cloudy.SanFrancisco+shopping@gmail.com")).toBe(cloudy);
  });

  test("the hash for Meta passes a SHA-256 and refuses an MD5 that stands for an address", () => {
    expect(hashMetaField("em", "A".repeat(64))).toBe("a".repeat(64));
    expect(hashMetaField("em", "d41d8cd98f00b204e9800998ecf8427e")).toBeNull();
  });

  test.each(["em", "ph", "country", "external_id"] as const)(
    "the hash for Meta leaves %s out when there is nothing in it",
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
  ])("the hash for Meta leaves out the address %s: %s", (address) =>
    expect(hashMetaField("em", address)).toBeNull(),
  );

  test.each([
    ["(650)555-1212", "US", "16505551212"],
    ["0844 412 4653", "GB", "448444124653"],
    ["0844 412 4653", "UK", "448444124653"],
    ["٠٥٠١٢٣٤٥٦٧", "AE", "971501234567"],
    ["+971 50 123 4567", "US", "971501234567"],
    ["12", "US", null],
    ["650 555 1212", "AQ", null],
    ["call me", "US", null],
    ["0600 123 456", "US", null],
    ["600 123 456", "ES", "34600123456"],
  ])("the hash for Meta reads the phone %s with the country %s as %s", (phone, country, digits) => {
    expect(normalizePhone(phone, country)).toBe(digits);
  });

  test.each([
    ["Türkiye", "tr"],
    ["XK", null],
  ])("the hash for Meta reads the country %s as %s", (country, code) => {
    expect(hashMetaField("country", country)).toBe(code === null ? null : sha256(code));
  });
});
