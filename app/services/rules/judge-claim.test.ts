import { describe, expect, test } from "vitest";
import { type JudgedClaim, judgeClaim, type NamedBy, type Piece, type RuleTerms } from "./judge-claim.ts";

const convert = (amount: string, from: string, to: string) =>
  from === "USD" && to === "EUR" ? String(Number(amount) * 0.9) : null;

const terms = (more: Partial<RuleTerms> = {}): RuleTerms => ({
  sources: ["statement", "postback", "api"],
  needed: 1,
  amountMax: null,
  ...more,
});

const piece = (
  namedBy: NamedBy[],
  { source = "postback", ...more }: Partial<Omit<Piece, "namedBy">> = {},
): Piece => ({
  id: `${source} ${namedBy.join(" ")}`,
  source,
  kind: "deposit",
  group: "certain",
  amount: "250.0000",
  currency: "EUR",
  isSecured: true,
  ...more,
  namedBy: new Set(namedBy),
});

const claim = (pieces: Piece[], more: Partial<JudgedClaim> = {}): JudgedClaim => ({
  amount: "250",
  currency: "EUR",
  isChanged: false,
  guessedBy: new Set(),
  isReversed: false,
  ...more,
  pieces,
});

const judge = (rule: RuleTerms, candidate: JudgedClaim) => {
  const judgement = judgeClaim(rule, candidate, convert);
  return judgement.decides ? judgement.pieces.map(({ source }) => source) : judgement.because;
};

describe("whom evidence names", () => {
  test.each<[NamedBy[], string[] | string]>([
    [["visit"], ["postback"]],
    [["account", "email"], ["postback"]],
    [["account", "phone"], ["postback"]],
    [["account", "click"], ["postback"]],
    [["account"], "client"],
    [["email"], "client"],
    [["email", "phone"], "client"],
    [["email", "phone", "click"], "client"],
    [["click"], "client"],
    [[], "client"],
  ])("a rule lets %j verify: %j", (namedBy, expected) => {
    expect(judge(terms(), claim([piece(namedBy)]))).toEqual(expected);
  });

  test("a number beside a key under which other claims have tried another number is left to a member", () => {
    const guessedBy = new Set<NamedBy>(["email", "click"]);
    expect(judge(terms(), claim([piece(["account", "email"])], { guessedBy }))).toBe("guessed");
    expect(judge(terms(), claim([piece(["account", "email", "phone"])], { guessedBy }))).toEqual([
      "postback",
    ]);
    expect(judge(terms(), claim([piece(["visit"])], { guessedBy }))).toEqual(["postback"]);
  });

  test.each(["registration", "kyc", "sum", "trading", "qualification", "commission"] as const)(
    "a rule never decides by a %s alone, whomever it names",
    (kind) => {
      expect(judge(terms(), claim([piece(["visit", "account", "email"], { kind })]))).toBe("client");
    },
  );
});

describe("what a rule leaves to a member", () => {
  const certain = piece(["account", "email"]);

  test("a claim whose account number was changed after it was made", () => {
    expect(judge(terms(), claim([certain], { isChanged: true }))).toBe("changed");
  });

  test("a claim that anything speaks against", () => {
    expect(judge(terms(), claim([certain], { isReversed: true }))).toBe("contradicted");
    const contradicted = piece(["account"], { source: "api", group: "contradicted" });
    expect(judge(terms(), claim([certain, contradicted]))).toBe("contradicted");
  });

  test("a claim that is likely at most, and one whose source the rule does not rest on", () => {
    expect(judge(terms(), claim([piece(["visit"], { group: "likely" })]))).toBe("nothing");
    expect(judge(terms({ sources: ["api"] }), claim([certain]))).toBe("nothing");
    expect(judge(terms(), claim([]))).toBe("nothing");
  });
});

describe("an address that anybody may call", () => {
  const open = piece(["account", "email"], { isSecured: false });

  test("proves nothing alone, but what a second source says too", () => {
    expect(judge(terms(), claim([open]))).toBe("unsecured");
    const file = piece(["account"], { source: "statement" });
    expect(judge(terms(), claim([open, file]))).toEqual(["postback", "statement"]);
  });

  test("and a file that names the client is enough without it", () => {
    const file = piece(["account", "email"], { source: "statement" });
    expect(judge(terms(), claim([open, file]))).toEqual(["statement"]);
  });
});

describe("two sources", () => {
  const two = terms({ needed: 2 });
  const called = piece(["account", "email"]);

  test("agree in client and money", () => {
    const total = piece(["account"], { source: "api", kind: "sum", amount: "260" });
    expect(judge(two, claim([called, total]))).toEqual(["postback", "api"]);
    const dollars = piece(["account"], { source: "api", amount: "277.78", currency: "USD" });
    expect(judge(two, claim([called, dollars]))).toEqual(["postback", "api"]);
  });

  test.each<[string, Piece[]]>([
    ["the same source twice", [called, piece(["visit"])]],
    ["other money", [called, piece(["account"], { source: "api", amount: "300" })]],
    ["money without a rate", [called, piece(["account"], { source: "api", currency: "ZAR" })]],
    ["no amount", [called, piece(["account"], { source: "api", amount: null })]],
    ["a client that an email alone names", [called, piece(["email"], { source: "api" })]],
    ["one alone", [called]],
  ])("do not agree by %s", (_, pieces) => {
    expect(judge(two, claim(pieces))).toBe("sources");
  });
});

describe("an amount's limit", () => {
  const upTo = (amount: string, currency = "EUR") => terms({ amountMax: { amount, currency } });
  const certain = piece(["visit"]);

  test("holds for the larger amount of visitor and broker, in the rule's currency", () => {
    expect(judge(upTo("250"), claim([certain]))).toEqual(["postback"]);
    expect(judge(upTo("249.99"), claim([certain]))).toBe("amount");
    expect(judge(upTo("260"), claim([certain], { amount: "270" }))).toBe("amount");
    expect(judge(upTo("260"), claim([piece(["visit"], { amount: "270" })]))).toBe("amount");
    expect(judge(upTo("226"), claim([piece(["visit"], { currency: "USD" })], { currency: "USD" }))).toEqual([
      "postback",
    ]);
  });

  test("is not met without a rate or an amount", () => {
    expect(judge(upTo("9000", "ZAR"), claim([certain]))).toBe("amount");
    const unknown = piece(["visit"], { amount: null, currency: null });
    expect(judge(upTo("250"), claim([unknown], { amount: null, currency: null }))).toBe("amount");
  });
});
