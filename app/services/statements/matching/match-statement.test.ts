import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type ClaimFacts,
  type FileFacts,
  type MatchingOptions,
  type Neighbour,
  type StatementMatching,
  type StatementRow,
  startMatching,
} from "./match-statement.ts";

const at = (text: string) => ({ from: new Date(`${text}Z`), to: new Date(`${text}Z`) });
const period = (from: string, to: string) => ({ from: new Date(`${from}Z`), to: new Date(`${to}Z`) });
const OCTOBER = period("2026-10-01T00:00", "2026-11-01T00:00");
const NOON = "2026-10-14T12:00";

const emptyRow: StatementRow = {
  line: 0,
  kind: "deposit",
  account: null,
  submissionId: null,
  clickId: null,
  subIds: [],
  email: null,
  emailMasked: null,
  emailSha256: null,
  emailMd5: null,
  phone: null,
  phoneEnding: null,
  name: null,
  userName: null,
  country: null,
  net: null,
  fee: null,
  convertedAmount: null,
  convertedCurrency: null,
  count: null,
  commission: null,
  commissionCurrency: null,
  amount: "350.00",
  currency: "EUR",
  at: at("2026-10-14T11:00"),
};

const ana: ClaimFacts = {
  id: "ana",
  confirmedAt: new Date(`${NOON}Z`),
  status: "pending",
  action: "deposit",
  email: "ana.lopez@gmail.com",
  phone: "+34600555123",
  account: "8412337",
  knownAccounts: [],
  linkClickIds: [],
  amount: "350",
  currency: "EUR",
  country: "ES",
  clickIds: ["click-of-ana"],
  subIds: [],
  source: "facebook",
  campaign: "autumn",
};
const ben: ClaimFacts = {
  ...ana,
  id: "ben",
  email: "ben@posteo.de",
  phone: "+4915112345678",
  account: "8412399",
  country: "DE",
  clickIds: ["click-of-ben"],
};

type Given = {
  rows: Partial<StatementRow>[];
  claims?: Partial<ClaimFacts>[];
  file?: Partial<FileFacts>;
  options?: MatchingOptions;
};

/** Matches rows from line 2 on. A claim without an id is Ana's. */
function match({ rows, claims = [{}], file, options }: Given): StatementMatching {
  const matching = startMatching({
    rows: rows.map((row, index) => ({ ...emptyRow, line: index + 2, ...row })),
    file: { kind: "transactions", period: OCTOBER, ...file },
    options,
  });
  for (const claim of claims) matching.addClaim({ ...(claim.id === "ben" ? ben : ana), ...claim });
  return matching.finish();
}

/** "ana certain 2": who, how and by which lines, of all claims that are not decided. */
const groupsOf = ({ matches, unmatchedClaims }: StatementMatching) =>
  [
    ...matches.map(
      ({ submissionIds, group, lines }) => `${submissionIds.join("+")} ${group} ${lines.join("+")}`,
    ),
    ...unmatchedClaims.map(
      ({ submissionId, isMissing }) => `${submissionId} ${isMissing ? "missing" : "unmatched"}`,
    ),
  ].sort();
const groups = (given: Given) => groupsOf(match(given));
const group = (row: Partial<StatementRow>, claim: Partial<ClaimFacts> = {}, more: Partial<Given> = {}) =>
  groups({ rows: [row], claims: [claim], ...more })[0]?.split(" ")[1];
const reasonsOf = (given: Given) =>
  match(given).matches.flatMap(({ reasons }) => reasons.map(({ text }) => text));
const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest("hex");

describe("a key that only one claim and one client have makes a match certain:", () => {
  test.each<[what: string, row: Partial<StatementRow>, claim?: Partial<ClaimFacts>]>([
    ["the account number", { account: "8412337" }],
    ["the account number with separators", { account: "84-12.337" }, { account: "8412 337" }],
    ["the account number in words", { account: "8412337" }, { account: "MT5: 8412337 (EUR)" }],
    ["the account number without its leading zeros", { account: "0008412337" }],
    ["a login in another case", { account: "CryptoAna9" }, { account: "cryptoana9" }],
    ["a user name that was typed as the account", { userName: "crypto_ana" }, { account: "Crypto_Ana" }],
    [
      "an email that was typed as the account",
      { email: "old@ana.es" },
      { account: "Old@ana.es", email: "x@y.es" },
    ],
    ["the email", { email: "Ana.Lopez@GMAIL.com" }],
    ["an email that is the broker's login", { account: "Ana.Lopez@gmail.com" }],
    ["the email's SHA-256", { emailSha256: hash("sha256", "ana.lopez@gmail.com").toUpperCase() }],
    ["the email's MD5", { emailMd5: hash("md5", "ana.lopez@gmail.com") }],
    ["the phone number", { phone: "0034 600 555 123" }],
    ["the phone number as it is dialled at home", { phone: "600 55 51 23" }],
    ["the claim's click ID", { clickId: "click-of-ana" }],
    [
      "a click ID of our own, in any column",
      { linkClickIds: ["k3f9x0q2m7a1b4c8d5e6"], email: "somebody@else.example" },
      { linkClickIds: ["k3f9x0q2m7a1b4c8d5e6"], email: null, phone: null, account: null },
    ],
    ["the claim's click ID in a sub-ID", { subIds: ["autumn", "click-of-ana"] }],
    ["a sub-ID that nobody else has", { subIds: ["k93-77b"] }, { subIds: ["k93-77b"] }],
    ["the claim's own ID, after the confirmation", { subIds: ["ana"], at: at("2026-10-15T09:00") }],
    [
      "an account number that an earlier statement taught",
      { account: "777001" },
      { knownAccounts: ["777001"], account: null },
    ],
  ])("%s", (_what, row, claim) => {
    expect(group(row, claim)).toBe("certain");
  });
});

describe("a weaker key makes a match likely:", () => {
  test.each<[what: string, row: Partial<StatementRow>, claim?: Partial<ClaimFacts>]>([
    ["another spelling of the mailbox", { email: "analopez+fx@googlemail.com" }],
    ["a masked email", { emailMasked: "an***@gm***.com" }],
    ["a masked email that shows the last letter", { emailMasked: "a*******z@gmail.com" }],
    ["the last digits of the phone number", { phoneEnding: "***5123" }],
    ["a user name like the email", { userName: "ana_lopez" }],
    ["a name within the email", { name: "Ana López" }],
    ["an initial and a name within the email", { name: "A. López" }],
  ])("%s", (_what, row, claim) => {
    expect(group(row, { account: null, ...claim })).toBe("likely");
  });
});

describe("nothing is matched by", () => {
  test.each<[what: string, row: Partial<StatementRow>, claim?: Partial<ClaimFacts>]>([
    ["another account number", { account: "8412338" }],
    ["a masked email of somebody else", { emailMasked: "be***@gm***.com" }],
    ["the claim's own ID before the confirmation", { submissionId: "ana" }],
    ["a campaign", { subIds: ["autumn"] }],
    ["the same amount on the same day alone", {}],
  ])("%s", (_what, row, claim) => {
    expect(group(row, claim)).toBe("missing");
  });
});

test("a sub-ID of two claims is a campaign and proves neither", () => {
  const rows = [{ subIds: ["k93-77b"] }];
  const claims = [{ subIds: ["k93-77b"] }, { id: "ben", subIds: ["k93-77b"] }];
  expect(groups({ rows, claims })).toEqual(["ana missing", "ben missing"]);
});

test("a sub-ID of two clients is a campaign too", () => {
  const rows = [
    { account: "9000001", subIds: ["k93-77b"] },
    { account: "9000002", subIds: ["k93-77b"] },
  ];
  const others = Array.from({ length: 20 }, (_, index) => ({
    account: `91${index}`,
    subIds: [`own-${index}`],
  }));
  expect(groups({ rows: [...rows, ...others], claims: [{ account: null, subIds: ["k93-77b"] }] })).toEqual([
    "ana missing",
  ]);
});

describe("a number decides at its border:", () => {
  const account = "8412337";
  const typed = { email: null, phone: null };
  const anaIn = (given: Given) =>
    groups(given)
      .find((text) => text.startsWith("ana "))
      ?.split(" ")[1];

  test("what two account numbers begin with is nothing that the broker writes before all of them", () => {
    const rows = ["MT5-8412337", "MT5-8412399", "MT5-8500000"].map((one) => ({ account: one }));
    expect([anaIn({ rows }), anaIn({ rows: rows.slice(1) })]).toEqual(["certain", "missing"]);
    expect(anaIn({ rows: rows.slice(0, 2) })).toBe("missing");
  });

  test("nine of ten account numbers with letters before them let visitors leave these out", () => {
    const rowsWith = (lettered: number) => [
      { account: "CR8412337" },
      ...Array.from({ length: lettered - 1 }, (_, at) => ({ account: `CR85000${10 + at}` })),
      { account: "8600000" },
    ];
    expect([anaIn({ rows: rowsWith(9) }), anaIn({ rows: rowsWith(8) })]).toEqual(["certain", "missing"]);
  });

  test("letters before one of twenty account numbers are the broker's, and before one of more they are not", () => {
    const rowsWith = (others: number) => [
      { account: "MF8412337" },
      ...Array.from({ length: others }, (_, at) => ({ account: `CR85000${10 + at}` })),
    ];
    expect([anaIn({ rows: rowsWith(19) }), anaIn({ rows: rowsWith(20) })]).toEqual(["certain", "missing"]);
  });

  test("sub-IDs of which nine in ten are one client's identify clients", () => {
    const rowsWith = (own: number) => [
      ...Array.from({ length: own }, (_, at) => ({ account: `90000${10 + at}`, subIds: [`own-${at}`] })),
      ...[1, 2].map((at) => ({ account: `910000${at}`, subIds: ["campaign"] })),
    ];
    const claims = [{ ...typed, account: null, subIds: ["own-0"] }];
    expect([anaIn({ rows: rowsWith(9), claims }), anaIn({ rows: rowsWith(8), claims })]).toEqual([
      "certain",
      "missing",
    ]);
  });

  test("addresses are compared with the fifty most frequent ways of masking them", () => {
    const rowsWith = (others: number) => [
      { emailMasked: "an***@gm***.com" },
      ...Array.from({ length: 2 * others }, (_, at) => ({
        account: `9000${100 + at}`,
        emailMasked: `${"abcdefgh".repeat(8).slice(0, 3 + (at % others))}***@b${at}.example`,
      })),
    ];
    const claims = [{ account: null, phone: null }];
    expect([anaIn({ rows: rowsWith(49), claims }), anaIn({ rows: rowsWith(50), claims })]).toEqual([
      "likely",
      "missing",
    ]);
  });

  test("seven digits of a phone number are the person's, and six are anybody's", () => {
    const groupOf = (phone: string) => group({ phone }, { account: null, phone: "+3546551234" });
    expect([groupOf("6551234"), groupOf("551234")]).toEqual(["certain", "missing"]);
  });

  test("five letters of a user name are the person's, and four are anybody's", () => {
    const groupOf = (userName: string) =>
      group({ userName }, { account: null, phone: null, email: `${userName}@x.es` });
    expect([groupOf("annak"), groupOf("anna")]).toEqual(["likely", "missing"]);
  });

  test("a family name of four letters after an initial is the person's, and one of three is not", () => {
    const groupOf = (name: string, email: string) =>
      group({ name }, { account: null, phone: null, email: `${email}@x.es` });
    expect([groupOf("A. Kern", "annakern"), groupOf("A. Ker", "annaker")]).toEqual(["likely", "missing"]);
  });

  test("a row takes back what is in no file for half a year, and the days that a row may be late", () => {
    const reversal = { account, kind: "reversal" as const, amount: "-350.00", at: at("2026-10-22T09:00") };
    const flaggedAt = (confirmed: string) =>
      match({ rows: [reversal], claims: [{ status: "handled", confirmedAt: new Date(`${confirmed}Z`) }] })
        .reversals.length;
    expect([flaggedAt("2026-04-22T09:00"), flaggedAt("2026-04-22T08:59")]).toEqual([1, 0]);
  });

  test("a claim seven days later than another one is no rival for its row", () => {
    const groupOf = (confirmed: string) =>
      anaIn({ rows: [{ account }], claims: [{}, { id: "other", confirmedAt: new Date(`${confirmed}Z`) }] });
    expect([groupOf("2026-10-21T12:00"), groupOf("2026-10-21T12:01")]).toEqual(["likely", "certain"]);
  });

  test("a row of the amount within seven days comes before parts of it", () => {
    const linesWith = (time: string) =>
      match({
        rows: [
          { account, at: at(time) },
          { account, amount: "120.00" },
          { account, amount: "230.00" },
        ],
      }).matches[0]?.lines;
    expect([linesWith("2026-10-07T12:00"), linesWith("2026-10-07T11:59")]).toEqual([[2], [3, 4]]);
  });

  test("a deposit has four parts at most, among the twelve nearest rows", () => {
    const partsOf = (...amounts: string[]) => amounts.map((amount) => ({ account, amount }));
    expect(anaIn({ rows: partsOf("50", "60", "110", "130") })).toBe("certain");
    expect(anaIn({ rows: partsOf("50", "60", "70", "80", "90") })).toBe("contradicted");
    const linesAfter = (others: number) =>
      match({
        rows: [
          ...Array.from({ length: others }, () => ({
            account,
            amount: "400.00",
            at: at("2026-10-14T11:30"),
          })),
          ...partsOf("120.00", "230.00"),
        ],
      }).matches[0]?.lines;
    expect([linesAfter(10), linesAfter(11)]).toEqual([[12, 13], expect.not.arrayContaining([13, 14])]);
  });

  test("a row of more than three days says too little of a claim after the end of the file", () => {
    const until = "2026-10-31T20:00";
    const groupOf = (from: string) =>
      group({ account, at: period(from, until) }, { confirmedAt: new Date("2026-11-01T08:00Z") });
    expect([groupOf("2026-10-28T20:00"), groupOf("2026-10-28T19:59")]).toEqual(["certain", "likely"]);
  });

  test("fifty rows show which time a file without a period is of", () => {
    const groupAmong = (others: number) =>
      anaIn({
        rows: [
          { account, at: at("2026-10-09T12:00") },
          ...Array.from({ length: others }, (_, index) => ({ account: `9000${100 + index}` })),
        ],
        claims: [{ confirmedAt: new Date("2026-10-15T12:00Z") }],
        file: { period: null },
      });
    expect([groupAmong(48), groupAmong(49)]).toEqual(["certain", "likely"]);
  });

  test("up to five thousand claims without a number are paired with clients", () => {
    const pairsAmong = (others: number) =>
      match({
        rows: [{ account: "9000001" }],
        claims: [
          { account: null },
          ...Array.from({ length: others }, (_, index) => ({
            id: `other-${index}`,
            email: `p${index}@x.es`,
            phone: null,
            account: null,
            amount: "7",
          })),
        ],
      }).pairs.length;
    expect([pairsAmong(4_999), pairsAmong(5_000)]).toEqual([1, 0]);
  });

  describe("of a file of sums", () => {
    const day = (date: string) => ({
      from: new Date(`${date}T00:00Z`),
      to: new Date(`${date}T23:59:59.999Z`),
    });
    const sums = { kind: "sums" as const };

    test("a part of a sum within five days of its beginning is likely, and certain after them", () => {
      const groupOf = (date: string, time: string) =>
        anaIn({
          rows: [{ account, amount: "900.00", at: day(date) }],
          claims: [{ confirmedAt: new Date(`${date}T${time}Z`) }],
          file: sums,
        });
      expect([groupOf("2026-10-06", "00:00"), groupOf("2026-10-05", "23:59")]).toEqual(["certain", "likely"]);
    });

    test("a sum less a fee of 3 % comes before a larger one for two days", () => {
      const linesOf = (amount: string, confirmed: string) =>
        match({
          rows: [
            { account, amount, at: day("2026-10-13") },
            { account, amount: "900.00", at: day(confirmed.slice(0, 10)) },
          ],
          claims: [{ confirmedAt: new Date(`${confirmed}Z`) }],
          file: sums,
        }).matches[0]?.lines;
      expect([linesOf("339.50", NOON), linesOf("339.49", NOON)]).toEqual([[2], [3]]);
      expect([linesOf("343.00", "2026-10-15T23:59:59.999"), linesOf("343.00", "2026-10-16T00:00")]).toEqual([
        [2],
        [3],
      ]);
    });
  });

  describe("of what is usual in a large file", () => {
    /** Claims of the same amount: so many confirmed at once, and so many after days. */
    const others = (soon: number, late: number, days: number) =>
      Array.from({ length: soon + late }, (_, index) => ({
        ...ben,
        id: `other-${index}`,
        email: `p${index}@x.es`,
        phone: null,
        account: String(9_000_001 + index * 37),
        delay: index < soon ? 1 / 24 : days,
      }));
    const daysBefore = (days: number) =>
      at(new Date(Date.parse(`${NOON}Z`) - days * 86_400_000).toISOString().slice(0, -1));
    const anaAmong = (crowd: ReturnType<typeof others>, row: Partial<StatementRow>) =>
      anaIn({
        rows: [
          { account, ...row },
          ...crowd.map((one) => ({ account: one.account, country: null, at: daysBefore(one.delay) })),
        ],
        claims: [{}, ...crowd],
      });

    test("one in ten confirms another amount after days, or it is in doubt", () => {
      const row = { amount: "345.00", at: daysBefore(4) };
      expect([anaAmong(others(54, 6, 5), row), anaAmong(others(55, 5, 5), row)]).toEqual([
        "certain",
        "likely",
      ]);
    });

    test("three in a hundred confirm after many days, or a second key is needed", () => {
      const row = { at: daysBefore(9) };
      expect([anaAmong(others(97, 2, 10), row), anaAmong(others(98, 1, 10), row)]).toEqual([
        "certain",
        "likely",
      ]);
    });
  });
});

test("letters that the broker writes before every number may be typed or not, and tell its accounts apart", () => {
  const rows = ["CR8412337", "CR8412399", "MF8412400", "CR8500000"].map((account) => ({ account }));
  const claims = [
    { account: "8412337" },
    { id: "ben", account: "cr 8412399" },
    { id: "ben", account: "CR8412400" },
  ];
  expect(
    groups({ rows, claims: [...claims.slice(0, 2), { ...ben, id: "carla", account: "CR8412400" }] }),
  ).toEqual(["ana certain 2", "ben certain 3", "carla missing"]);
});

test("what stands before every number and a separator may be typed or not", () => {
  const rows = ["MT5-8412337", "MT5-8412399", "MT5-8500000"].map((account) => ({ account }));
  const claims = [{}, { id: "ben", account: "MT5 8412399" }];
  expect(groups({ rows, claims })).toEqual(["ana certain 2", "ben certain 3"]);
  expect(groups({ rows: [...rows, { account: "CT8-8600000" }], claims })[0]).toBe("ana missing");
});

test("an address or its hash beside more than ten account numbers is not the client's", () => {
  const rowsWith = (count: number, row: Partial<StatementRow>) =>
    Array.from({ length: count }, (_, index) => ({ account: `550${index}000`, ...row }));
  const claims = [{ account: null }];
  for (const row of [
    { email: "ana.lopez@gmail.com" },
    { emailSha256: hash("sha256", "ana.lopez@gmail.com") },
    { emailMd5: hash("md5", "ana.lopez@gmail.com") },
  ]) {
    expect(groups({ rows: rowsWith(10, row), claims })[0]).toMatch(/^ana (certain|likely)/);
    expect(groups({ rows: rowsWith(11, row), claims })).toEqual(["ana missing"]);
  }
});

test("digits that the broker adds before every number need not be typed, if several visitors left them out", () => {
  const numbers = ["12337", "45680", "78123", "90456"];
  const rows = numbers.map((number) => ({ account: `5500${number}` }));
  const claims = numbers.map((account, index) => ({
    ...ana,
    id: `claim-${index}`,
    email: `p${index}@x.es`,
    phone: null,
    account,
  }));
  expect(groups({ rows, claims })).toEqual(numbers.map((_, index) => `claim-${index} certain ${index + 2}`));
  expect(groups({ rows, claims: claims.slice(0, 1) })).toEqual(["claim-0 missing"]);
});

describe("amounts:", () => {
  test.each<[what: string, row: Partial<StatementRow>, expected: string, claim?: Partial<ClaimFacts>]>([
    ["the same", {}, "certain 350 EUR"],
    ["less than 1 % apart", { amount: "353.00" }, "certain 353 EUR"],
    ["2 % apart", { amount: "357.00" }, "certain 357 EUR differs"],
    ["10 % apart", { amount: "385.00" }, "certain 385 EUR differs"],
    ["one unit apart", { amount: "6.00" }, "certain 6 EUR differs", { amount: "5" }],
    ["more than 10 % apart", { amount: "386.00" }, "likely 386 EUR differs"],
    ["half", { amount: "175.00" }, "likely 175 EUR differs"],
    ["less than half", { amount: "174.00" }, "contradicted 174 EUR differs"],
    ["three times as much", { amount: "1050.00" }, "contradicted 1050 EUR differs"],
    ["the net amount", { amount: "372.45", net: "350.00", fee: "-22.45" }, "certain 372.45 EUR"],
    ["within the fee", { amount: "372.45", fee: "22.45" }, "certain 372.45 EUR"],
    [
      "the amount that the broker converted",
      { amount: "381.50", currency: "USD", convertedAmount: "350.10", convertedCurrency: "EUR" },
      "certain 350 EUR",
    ],
    ["the same at the day's rate", { amount: "380.00", currency: "USD" }, "certain 350 EUR"],
    ["10 % apart at the day's rate", { amount: "350.00", currency: "USD" }, "certain 350 EUR differs"],
    [
      "three times as much at the day's rate",
      { amount: "1200.00", currency: "USD" },
      "contradicted 350 EUR differs",
    ],
    ["a currency without a rate", { amount: "5.1", currency: "XAU" }, "likely 350 EUR"],
    [
      "not in the claim",
      { amount: "412.50", currency: "USD" },
      "certain 412.5 USD",
      { amount: null, currency: null },
    ],
  ])("%s", (_what, row, expected, claim) => {
    const convert = (amount: string, from: string, to: string) =>
      from === "USD" && to === "EUR" ? (Number(amount) / 1.09).toFixed(2) : null;
    const [found] = match({
      rows: [{ account: "8412337", ...row }],
      claims: [claim ?? {}],
      options: { convert },
    }).matches;
    expect(
      `${found?.group} ${found?.verifiedAmount} ${found?.currency}${found?.amountDiffers ? " differs" : ""}`,
    ).toBe(expected);
  });
});

describe("times:", () => {
  const byDay = (from: string, to: string) => ({ account: "8412337", at: period(from, to) });
  test.each<[what: string, expected: string, when: Partial<StatementRow>]>([
    ["a row 30 days before the confirmation", "certain", { at: at("2026-09-14T12:00") }],
    ["a row 3 days after it", "certain", { at: at("2026-10-17T12:00") }],
    ["a row 31 days before it", "likely", { at: at("2026-09-13T12:00") }],
    ["a row 4 days after it", "likely", { at: at("2026-10-18T13:00") }],
    ["a row 10 days after it", "likely", { at: at("2026-10-24T12:00") }],
    ["a row of more than 10 days after it", "missing", { at: at("2026-10-24T12:01") }],
    ["a row 45 days before it", "likely", { at: at("2026-08-30T12:00") }],
    ["a row of more than 45 days before it", "missing", { at: at("2026-08-30T11:59") }],
    ["a day in an unknown time zone", "certain", byDay("2026-10-13T10:00", "2026-10-15T12:00")],
    ["no time at all", "certain", { at: null }],
  ])("%s makes the match %s", (_what, expected, when) => {
    expect(
      group(
        { account: "8412337", ...when },
        {},
        { file: { period: period("2026-08-01T00:00", "2026-12-01T00:00") } },
      ),
    ).toBe(expected);
  });

  test("a claim after the end of the file needs the same amount within a day", () => {
    const late = { confirmedAt: new Date("2026-11-01T08:00Z") };
    expect(group({ account: "8412337", at: at("2026-10-31T20:00") }, late)).toBe("certain");
    expect(group({ account: "8412337", at: at("2026-10-25T20:00") }, late)).toBe("likely");
  });
});

describe("a claim without an amount", () => {
  const unstated = { amount: null, currency: null };
  const account = "8412337";
  test("is certain with one row of its kind in its time", () => {
    const rows = [
      { account },
      { account, kind: "withdrawal" as const },
      { account, at: at("2026-10-27T12:00") },
    ];
    expect(groups({ rows, claims: [unstated] })).toEqual(["ana certain 2"]);
  });
  test("is likely with a row of more than two days before", () => {
    const rows = [{ account, at: at("2026-10-12T11:00") }];
    expect(groups({ rows, claims: [unstated] })).toEqual(["ana likely 2"]);
    expect(groups({ rows })).toEqual(["ana certain 2"]);
  });
  test("is likely with several", () => {
    expect(
      groups({ rows: [{ account }, { account, at: at("2026-10-02T12:00") }], claims: [unstated] }),
    ).toEqual(["ana likely 2"]);
  });
  test("is verified without one where only a sum has it", () => {
    const { matches } = match({
      rows: [{ account, at: OCTOBER }],
      claims: [unstated],
      file: { kind: "sums" },
    });
    expect(matches).toMatchObject([{ group: "certain", verifiedAmount: null, currency: null }]);
  });
});

test.each([
  "withdrawal",
  "declined",
  "pending",
  "registration",
  "other",
  "purchase",
  "subscription",
] as const)("a %s proves no deposit", (kind) => {
  expect(group({ account: "8412337", kind })).toBe("missing");
});

test("a purchase proves a purchase", () => {
  expect(group({ account: "8412337", kind: "purchase" }, { action: "purchase" })).toBe("certain");
});

describe("a file of registrations", () => {
  test.each([
    ["in a known zone", "2026-10-01T22:00", "2026-10-02T21:59:59.999"],
    ["in an unknown zone", "2026-10-01T10:00", "2026-10-03T12:00"],
  ])("says the day of a registration %s", (_where, from, to) => {
    const rows = [{ account: "8412337", kind: "registration" as const, amount: null, at: period(from, to) }];
    const { unmatchedClaims } = match({ rows, file: { kind: "registrations" } });
    expect(unmatchedClaims[0]?.reasons[0]?.text).toContain("It exists since 2026-10-02.");
  });

  test("says since when the account exists, and makes nothing certain, likely or missing", () => {
    const { matches, unmatchedClaims, canRejectMissing } = match({
      rows: [{ account: "8412337", kind: "registration", amount: null, at: at("2026-10-02T08:00") }],
      file: { kind: "registrations" },
    });
    expect([matches, canRejectMissing]).toEqual([[], false]);
    expect(unmatchedClaims).toMatchObject([
      {
        isMissing: false,
        reasons: [
          { text: "The account number 8412337 is in line 2, without a deposit. It exists since 2026-10-02." },
        ],
      },
    ]);
  });
});

describe("sums:", () => {
  const sum = (amount: string, more: Partial<StatementRow> = {}) => ({
    account: "8412337",
    amount,
    at: OCTOBER,
    ...more,
  });
  const given = (rows: Partial<StatementRow>[], claims: Partial<ClaimFacts>[]) => ({
    rows,
    claims,
    file: { kind: "sums" as const },
  });
  const second = { id: "second", amount: "250", confirmedAt: new Date("2026-10-20T12:00Z") };

  test("one proves several claims of a client, and the claimed amounts stay", () => {
    const { matches } = match(given([sum("600.00")], [{}, second]));
    expect(matches).toMatchObject([
      {
        group: "certain",
        submissionIds: ["ana", "second"],
        lines: [2],
        verifiedAmount: "600",
        amountDiffers: false,
      },
    ]);
    expect(match(given([sum("1000.00")], [{}])).matches).toMatchObject([
      { group: "certain", verifiedAmount: "350" },
    ]);
  });
  test("claims that together exceed it are not certain", () => {
    expect(groups(given([sum("400.00")], [{}, second]))).toEqual(["ana likely 2", "second contradicted 2"]);
  });
  test("a larger claim is likely up to twice the sum, and contradicted beyond", () => {
    expect(groups(given([sum("200.00")], [{}]))).toEqual(["ana likely 2"]);
    expect(groups(given([sum("100.00")], [{}]))).toEqual(["ana contradicted 2"]);
  });
  test("a sum of another month proves no part of it", () => {
    const november = { confirmedAt: new Date("2026-11-12T12:00Z") };
    expect(groups(given([sum("900.00")], [november]))).toEqual(["ana likely 2"]);
  });
  test("a sum of one transaction is compared like one", () => {
    expect(groups(given([sum("2000.00", { count: 1 })], [{}]))).toEqual(["ana contradicted 2"]);
  });
  test("two days prove two claims", () => {
    const day = (number: number) => period(`2026-10-${number}T00:00`, `2026-10-${number + 1}T00:00`);
    const rows = [sum("250.00", { at: day(20) }), sum("350.00", { at: day(14) })];
    expect(groups(given(rows, [{}, second]))).toEqual(["ana certain 3", "second certain 2"]);
  });
});

describe("conflicts are solved for the whole file:", () => {
  const account = "8412337";
  const later = { id: "later", confirmedAt: new Date("2026-10-20T12:00Z") };

  test("two claims and two deposits of one client", () => {
    const rows = [{ account, at: at("2026-10-20T11:00") }, { account }];
    expect(groups({ rows, claims: [{}, later] })).toEqual(["ana certain 3", "later certain 2"]);
  });
  test("two amounts that are nearly the same", () => {
    const rows = [
      { account, amount: "353.00" },
      { account, amount: "350.00" },
    ];
    expect(groups({ rows, claims: [{}, { id: "second", amount: "353" }] })).toEqual([
      "ana certain 3",
      "second certain 2",
    ]);
  });
  test("two claims and one deposit of one client", () => {
    expect(groups({ rows: [{ account }], claims: [{}, { id: "second" }] })).toEqual([
      "ana likely 2",
      "second contradicted 2",
    ]);
  });
  test("a deposit in two parts", () => {
    const rows = [
      { account, amount: "120.00" },
      { account, amount: "500.00", at: at("2026-10-02T11:00") },
      { account, amount: "230.00", at: at("2026-10-14T11:30") },
    ];
    expect(match({ rows }).matches).toMatchObject([
      { group: "certain", lines: [2, 4], verifiedAmount: "350", currency: "EUR" },
    ]);
  });
  test("a couple that shares a phone", () => {
    const phone = "+34600555123";
    const rows = [
      { account, phone },
      { account: "8412399", phone, amount: "80.00" },
    ];
    const claims = [{ phone }, { id: "ben", phone, amount: "80", country: "ES" }];
    expect(groups({ rows, claims })).toEqual(["ana certain 2", "ben certain 3"]);
    const withoutNumbers = claims.map((claim) => ({ ...claim, account: null }));
    expect(groups({ rows, claims: withoutNumbers })).toEqual(["ana likely 2", "ben likely 3"]);
    expect(groups({ rows: rows.slice(1), claims: withoutNumbers.slice(0, 1) })).not.toContain(
      "ana certain 2",
    );
  });
  test("an account number mistyped into somebody else's", () => {
    const rows = [
      { account, emailMasked: "an***@gmail.com" },
      { account: "8412399", emailMasked: "be***@posteo.de", amount: "80.00" },
    ];
    const mistyped = { id: "ben", account, amount: "80" };
    expect(groups({ rows, claims: [{}, mistyped] })).toEqual(["ana certain 2", "ben likely 3"]);
  });
  test("an account number of somebody who has it with a better key", () => {
    const rows = [{ account, email: "ana.lopez@gmail.com" }];
    expect(groups({ rows, claims: [{}, { id: "ben", account }] })).toEqual([
      "ana certain 2",
      "ben contradicted 2",
    ]);
  });
  test("an account number that two people typed, with the same amount", () => {
    expect(groups({ rows: [{ account }], claims: [{}, { id: "ben", account }] })).toEqual([
      "ana likely 2",
      "ben contradicted 2",
    ]);
  });
  test("an email of one client and the account number of another", () => {
    const rows = [
      { account: "8412999", email: "ana.lopez@gmail.com" },
      { account, email: "other@x.es", amount: "20.00" },
    ];
    expect(groups({ rows })).toEqual(["ana likely 2"]);
    expect(groups({ rows, claims: [{ amount: "330" }] })).toEqual(["ana contradicted 2"]);
  });
  test("an account number whose client has another email and another phone", () => {
    expect(group({ account, email: "ben@posteo.de" })).toBe("likely");
    expect(group({ account, email: "ben@posteo.de", phone: "+4915112345678" })).toBe("contradicted");
  });
  test("a typed account number that is no client's beside a matching email", () => {
    expect(group({ account: "8412999", email: "ana.lopez@gmail.com" })).toBe("certain");
  });
});

test("another country contradicts", () => {
  const account = "8412337";
  expect(group({ account, country: "ES" })).toBe("certain");
  expect(group({ account, country: "DE" })).toBe("contradicted");
});

describe("the order of rows", () => {
  test("changes nothing but the lines", () => {
    const rows: Partial<StatementRow>[] = [
      { account: "8412337", amount: "100.00" },
      { account: "8412337", amount: "101.00" },
      { account: "8412399", amount: "100.00", phone: "+34600555123" },
      { account: "8412400", emailMasked: "an***@gmail.com", amount: "101.00" },
      { account: "8412401", emailMasked: "an***@gmail.com", amount: "101.00" },
    ].map((row, index) => ({ ...row, line: index + 2 }));
    const claims = [
      { amount: "100" },
      { id: "second", amount: "101" },
      { id: "ben", amount: "100", phone: null },
      { id: "third", account: null, phone: null, amount: "101" },
    ];
    const expected = groups({ rows, claims });
    for (const order of [
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
      [1, 3, 0, 2, 4],
    ])
      expect(groups({ rows: order.map((index) => rows[index] ?? {}), claims })).toEqual(expected);
  });
});

describe("what is decided stays:", () => {
  const account = "8412337";
  const rows = [{ account }];

  test("a verified claim keeps its row, and is in no group", () => {
    const { verified, matches, unmatchedClaims } = match({
      rows,
      claims: [{ id: "other" }, { status: "handled" }],
    });
    expect(verified).toMatchObject([{ submissionIds: ["ana"], lines: [2] }]);
    expect([matches.map(({ group }) => group), unmatchedClaims]).toEqual([["contradicted"], []]);
  });
  test("the same rows in another format, another order or an overlapping file say the same", () => {
    const asText = { account: "8412337", amount: "350", at: period("2026-10-14T00:00", "2026-10-15T00:00") };
    for (const others of [[asText], [{ account: "999", amount: "1" }, asText]])
      expect(match({ rows: others, claims: [{ status: "handled" }] }).verified).toMatchObject([
        { group: "certain", submissionIds: ["ana"], verifiedAmount: "350" },
      ]);
  });
  test("a rejected claim that the file confirms is listed, and takes no row from a waiting one", () => {
    const { rejectedButConfirmed } = match({ rows, claims: [{ status: "rejected" }] });
    expect(rejectedButConfirmed).toMatchObject([{ group: "certain", submissionIds: ["ana"] }]);
    expect(groups({ rows, claims: [{ status: "rejected" }, { id: "again" }] })).toEqual(["again certain 2"]);
  });
});

test.each([null, "deposit", "other"] as const)(
  "the same amount below zero in a row of kind %s may be a withdrawal or a chargeback",
  (kind) => {
    const row = { account: "8412337", kind: kind === "other" ? "deposit" : kind } as const;
    const out = { ...row, kind, amount: "-350.00", at: at("2026-10-16T09:00") };
    expect(groups({ rows: [row, out] })).toEqual(["ana likely 2"]);
    expect(reasonsOf({ rows: [row, out] })).toContain(
      "Line 3 takes the same amount out, perhaps this deposit back.",
    );
    expect(groups({ rows: [row, { ...out, amount: "-100.00" }] })).toEqual(["ana certain 2"]);
    expect(groups({ rows: [row, { ...out, at: at("2026-10-13T09:00") }] })).toEqual(["ana certain 2"]);
    expect(groups({ rows: [row, { ...out, kind: "withdrawal" }] })).toEqual(["ana certain 2"]);
  },
);

describe("a row that reverses another", () => {
  const account = "8412337";
  const reversal = { account, kind: "reversal" as const, amount: "-350.00", at: at("2026-10-22T09:00") };
  const flagged = [{ submissionId: "ana", line: 3, at: new Date("2026-10-22T09:00Z") }];

  test("leaves in doubt which of two deposits of its amount it takes back", () => {
    const earlier = { account, at: at("2026-10-12T11:00") };
    const rows = [earlier, { account }, { ...reversal, line: 4 }];
    const claims = [{ confirmedAt: new Date("2026-10-12T12:00Z") }];
    expect(groups({ rows, claims })).toEqual(["ana likely 2"]);
    expect(groups({ rows: [earlier, { account, amount: "90.00" }, reversal], claims })).toEqual([
      "ana contradicted 2",
    ]);
  });

  test("contradicts the claim", () => {
    const { matches, reversals } = match({ rows: [{ account }, reversal] });
    expect([matches[0]?.group, reversals]).toEqual(["contradicted", flagged]);
    expect(reasonsOf({ rows: [{ account }, reversal] })).toContain("Line 3 takes the deposit back.");
  });
  test("flags a claim that was verified", () => {
    const { matches, reversals } = match({ rows: [{ account }, reversal], claims: [{ status: "handled" }] });
    expect([matches[0]?.group, reversals]).toEqual(["contradicted", flagged]);
  });
  test("is dated as it is written where the file names no time zone", () => {
    const row = { ...reversal, at: period("2026-10-17T16:00", "2026-10-18T18:00") };
    const { reversals } = match({ rows: [{ account }, row], claims: [{ status: "handled" }] });
    expect(reversals[0]?.at).toEqual(new Date("2026-10-18T05:00Z"));
  });
  test("flags a claim whose deposit is in an earlier file", () => {
    const { reversals } = match({ rows: [reversal], claims: [{ status: "handled" }] });
    expect(reversals).toEqual([{ ...flagged[0], line: 2 }]);
  });
  test.each([
    ["the fee kept", { amount: "361.00", fee: "-11.00" }],
    ["another fee", { amount: "361.00" }],
  ])("contradicts the claim with %s", (_, deposit) => {
    expect(match({ rows: [{ account, ...deposit }, reversal] }).matches[0]?.group).toBe("contradicted");
  });
  test("leaves the claim of another deposit alone", () => {
    const rows = [{ account, amount: "200.00", at: at("2026-10-12T09:00") }, { account }, reversal];
    const { matches, reversals } = match({
      rows,
      claims: [{ id: "first", amount: "200", confirmedAt: new Date("2026-10-12T10:00Z") }, {}],
    });
    expect(matches.map(({ submissionIds, group }) => `${submissionIds} ${group}`)).toEqual([
      "first certain",
      "ana contradicted",
    ]);
    expect(reversals).toMatchObject([{ submissionId: "ana", line: 4 }]);
  });
});

describe("the file as a whole:", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `claim-${index}`,
      account: String(8_000_001 + index * 37),
      email: `p${index}@x.es`,
      phone: null,
    }));
  const ids = Array.from({ length: 50 }, (_, index) => ({ account: String(1000 + index), amount: "10.00" }));

  test("where fewer than a tenth of the account numbers occur, it says so and allows no rejection of all", () => {
    const { advice, coverage, canRejectMissing } = match({ rows: ids, claims: many(84) });
    expect([coverage, canRejectMissing, advice?.column]).toEqual([{ claims: 84, found: 0 }, false, null]);
    expect(advice?.text).toBe(
      "None of your 84 account numbers is in this file: it may list client IDs, not trading accounts. Ask for the number that this file has in your form.",
    );
    const named = ids.map(({ account, amount }) => ({ userName: `user_${account}`, amount }));
    expect(match({ rows: named, claims: many(84) }).advice?.text).toBe(
      "None of your 84 account numbers is in this file: it lists user names. Ask for the user name in your form.",
    );
  });
  test("another column with the account numbers is offered", () => {
    const otherColumns = [{ index: 4, heading: "MT5 login", values: many(84).map(({ account }) => account) }];
    const { advice } = match({ rows: ids, claims: many(84), file: { otherColumns } });
    expect(advice?.column).toEqual({ name: "MT5 login", index: 4, found: 84, role: "account" });
  });
  test.each([
    [5, 5],
    [4, null],
  ])(
    "a column with %i numbers of claims of another time is offered to %j, without a word on the claims",
    (count, offered) => {
      const values = many(count).map(({ account }) => account);
      const august = period("2026-08-01T00:00", "2026-08-31T00:00");
      const matched = (file: Partial<FileFacts>) =>
        match({ rows: ids, claims: many(8), file: { ...file, period: august } });
      const { advice, coverage } = matched({ otherColumns: [{ index: 4, heading: "MT5 login", values }] });
      expect(coverage).toEqual({ claims: 0, found: 0 });
      expect(advice?.column?.found ?? null).toBe(offered);
      expect(matched({}).advice).toBeNull();
    },
  );
  test.each([
    [8, false],
    [9, true],
  ])(
    "with %i of 84 numbers, and a tenth is enough, all claims that are missing can be rejected: %s",
    (found, isRight) => {
      const rows = many(84)
        .slice(0, found)
        .map(({ account }) => ({ account }));
      const { advice, coverage, canRejectMissing } = match({ rows, claims: many(84) });
      expect([advice === null, coverage, canRejectMissing]).toEqual([
        isRight,
        { claims: 84, found },
        isRight,
      ]);
    },
  );
  test("claims of another month do not count", () => {
    const old = many(84).map((claim) => ({ ...claim, confirmedAt: new Date("2026-08-01T00:00Z") }));
    expect(match({ rows: ids, claims: [...old, {}] }).coverage).toEqual({ claims: 1, found: 0 });
  });
});

describe("in a large file", () => {
  const others = Array.from({ length: 60 }, (_, index) => ({
    ...ben,
    id: `other-${index}`,
    email: `p${index}@x.es`,
    phone: null,
    account: String(9_000_001 + index * 37),
  }));
  const rows = others.map(({ account }) => ({ account, country: null }));
  const groupWith = (row: Partial<StatementRow>, claim: Partial<ClaimFacts>) =>
    match({ rows: [{ account: "8412337", ...row }, ...rows], claims: [claim, ...others] }).matches.find(
      ({ submissionIds }) => submissionIds.includes("ana"),
    )?.group;

  test("an unusual delay needs a second key, or the amount", () => {
    const tenDaysBefore = { at: at("2026-10-04T12:00") };
    expect(groupWith(tenDaysBefore, {})).toBe("likely");
    expect(groupWith({ ...tenDaysBefore, phoneEnding: "5123" }, {})).toBe("certain");
    expect(groupWith({ ...tenDaysBefore, phoneEnding: "5123" }, { amount: null, currency: null })).toBe(
      "likely",
    );
    expect(groupWith({ at: at("2026-10-13T12:00") }, { amount: null, currency: null })).toBe("certain");
  });
  test("a field that differs everywhere holds something else and speaks against nobody", () => {
    const salted = [
      { account: "8412337", emailSha256: "salted-0" },
      ...rows.map((row, index) => ({ ...row, emailSha256: `salted-${index + 1}` })),
    ];
    expect(
      new Set(match({ rows: salted, claims: [{}, ...others] }).matches.map(({ group }) => group)),
    ).toEqual(new Set(["certain"]));
  });
});

test.each([
  ["2026-10-04T00:00", false],
  ["2026-10-04T00:01", true],
  ["2026-10-28T23:59", true],
  ["2026-10-29T00:00", false],
])("a claim of %s that the October file lacks is missing: %s", (time, isMissing) => {
  const { unmatchedClaims } = match({
    rows: [{ account: "1" }],
    claims: [{ confirmedAt: new Date(`${time}Z`) }],
  });
  expect(unmatchedClaims).toMatchObject([{ isMissing }]);
});

test("clients whom nobody claimed are listed with what they deposited", () => {
  const { unmatchedRows } = match({
    rows: [
      { account: "8412337" },
      { account: "9000001", email: "x@y.es", amount: "100.10" },
      { account: "9000001", amount: "50.20", at: at("2026-10-20T10:00") },
      { account: "9000001", amount: "30", currency: "USD" },
      { account: "9000002", kind: "withdrawal" },
    ],
  });
  expect(unmatchedRows).toMatchObject([
    {
      account: "9000001",
      email: "x@y.es",
      lines: [3, 4, 5],
      count: 3,
      sums: [
        { amount: "150.3", currency: "EUR" },
        { amount: "30", currency: "USD" },
      ],
    },
  ]);
});

describe("a claim without a number is paired with an unclaimed client", () => {
  test("of the same day, amount and country, once", () => {
    const rows = [
      { account: "9000001", country: "ES" },
      { account: "9000002", country: "DE" },
      { account: "9000003", country: "ES", at: at("2026-10-09T10:00") },
      { account: "9000004", country: "ES", amount: "400.00" },
    ];
    const { pairs } = match({
      rows,
      claims: [{ account: null }, { id: "later", account: null, confirmedAt: new Date("2026-10-14T20:00Z") }],
    });
    expect(pairs).toMatchObject([{ submissionId: "ana", lines: [2], account: "9000001" }]);
  });
  test("whose number the visitor nearly typed", () => {
    const { pairs } = match({ rows: [{ account: "8412373" }], claims: [{}] });
    expect(pairs[0]?.reasons).toContainEqual({
      text: "The visitor typed 8412337, the file has 8412373.",
      weight: 20,
      for: true,
    });
  });
});

test("each match says what it rests on", () => {
  const row = {
    account: "8412337",
    emailMasked: "an***@gm***.com",
    amount: "352.45",
    net: "350.00",
    fee: "2.45",
    country: "ES",
  };
  expect(reasonsOf({ rows: [row] })).toEqual([
    "The account number 8412337 is in line 2.",
    "The masked email an***@gm***.com fits ana.lopez@gmail.com.",
    "Both have the country ES.",
    "The file says 352.45 EUR, the visitor 350.00 EUR: within the fee.",
    "The deposit was 1 hour before the confirmation.",
  ]);
});

describe("a file of sums", () => {
  const account = "8412337";
  const day = (date: string) => ({ from: new Date(`${date}T00:00Z`), to: new Date(`${date}T23:59:59.999Z`) });
  const sums = (...days: [string, string][]) =>
    days.map(([date, amount]) => ({ account, amount, at: day(date) }));
  const short = { kind: "sums" as const, period: period("2026-10-12T00:00", "2026-10-16T00:00") };
  const before: Neighbour = {
    id: "before",
    kind: "sums",
    period: period("2026-10-08T00:00", "2026-10-11T23:59:59.999"),
  };

  test("names the day with the amount less a fee before a larger sum of the next day, and asks", () => {
    const found = match({ rows: sums(["2026-10-13", "343.00"], ["2026-10-14", "900.00"]), file: short });
    expect(found.matches).toMatchObject([{ lines: [2], group: "likely" }]);
    expect(found.matches[0]?.reasons.map(({ text }) => text)).toContain(
      "Another sum of the client covers it as well.",
    );
  });

  test("that another file adjoins has no doubtful edge, and a fee is no doubt", () => {
    const rows = sums(["2026-10-14", "500.00"]);
    const groupOf = (file: Partial<FileFacts>, amount = "500.00") =>
      match({ rows: rows.map((row) => ({ ...row, amount })), file: { ...short, ...file } }).matches[0]?.group;
    expect(groupOf({})).toBe("likely");
    // A fee of 3 % at most.
    expect([groupOf({}, "339.50"), groupOf({}, "339.49")]).toEqual(["certain", "likely"]);
    expect(groupOf({ neighbours: [before] })).toBe("certain");
    const apart = { ...before, period: period("2026-10-07T00:00", "2026-10-10T23:59:59.999") };
    expect(groupOf({ neighbours: [apart] })).toBe("likely");
    expect(groupOf({ neighbours: [before], isZoneKnown: false })).toBe("likely");
  });

  describe("beside an earlier one", () => {
    type Sum = [date: string, amount: string];
    /** What is said of claims of a client with a sum of 14 October, beside what the earlier file says. */
    const groupsBeside = (
      earlier: Sum[],
      {
        row = {},
        claims,
        other = before,
      }: { row?: Partial<StatementRow> } & Pick<Given, "claims"> & {
          other?: Neighbour;
        } = {},
    ) => {
      const toRows = (some: Partial<StatementRow>[]) =>
        some.map((one, index) => ({ ...emptyRow, line: index + 2, ...one }));
      const rows = toRows(sums(["2026-10-14", "360.00"])).map((one) => ({ ...one, ...row }));
      const matching = startMatching({ rows, file: { ...short, neighbours: [other] } });
      for (const claim of claims ?? [{}]) matching.addClaim({ ...ana, ...claim });
      for (const key of matching.listNeighbourKeys())
        matching.addNeighbourRows({ file: other.id, key, rows: toRows(sums(...earlier)) });
      return groupsOf(matching.finish());
    };
    const unstated = { amount: null, currency: null };

    test("leaves it a claim of its amount", () => {
      expect(groupsBeside([], { row: { amount: "400.00" } })).toEqual(["ana certain 2"]);
      expect(groupsBeside([["2026-10-11", "350.00"]], { row: { amount: "400.00" } })).toEqual([
        "ana unmatched",
      ]);
      // As it is in both, the day of the confirmation is likelier.
      expect(groupsBeside([["2026-10-11", "350.00"]], { row: { amount: "350.00" } })).toEqual([
        "ana likely 2",
      ]);
    });

    test("asks where a sum of it fits as well", () => {
      expect(groupsBeside([["2026-10-11", "500.00"]])).toEqual(["ana certain 2"]);
      expect(groupsBeside([["2026-10-11", "500.00"]], { row: { amount: "400.00" } })).toEqual([
        "ana likely 2",
      ]);
      expect(groupsBeside([["2026-10-11", "90.00"]], { row: { amount: "400.00" } })).toEqual([
        "ana certain 2",
      ]);
      expect(groupsBeside([], { claims: [unstated] })).toEqual(["ana certain 2"]);
      expect(groupsBeside([["2026-10-11", "90.00"]], { claims: [unstated] })).toEqual(["ana likely 2"]);
    });

    test("asks nothing where another claim has its sum", () => {
      const earlier = { id: "earlier", amount: "90", confirmedAt: new Date("2026-10-11T12:00Z") };
      for (const status of ["pending", "handled"] as const)
        expect(
          groupsBeside([["2026-10-11", "90.00"]], { claims: [{ ...earlier, status }, unstated] }),
        ).toContain("ana certain 2");
    });

    test("keeps the row that takes its deposit back", () => {
      const row = { kind: "reversal" as const, amount: "350.00" };
      expect(groupsBeside([["2026-10-11", "350.00"]], { row })).toEqual(["ana contradicted 2"]);
    });

    test("asks for claims of the eight days at an end", () => {
      const keysAt = (confirmedAt: string) => {
        const file = { ...short, period: period("2026-10-12T00:00", "2026-11-12T00:00") };
        const rows = sums(["2026-10-14", "360.00"]).map((row) => ({ ...emptyRow, line: 2, ...row }));
        const matching = startMatching({ rows, file: { ...file, neighbours: [before] } });
        matching.addClaim({ ...ana, confirmedAt: new Date(`${confirmedAt}Z`) });
        return matching.listNeighbourKeys().length;
      };
      expect([keysAt("2026-10-19T23:59"), keysAt("2026-10-20T00:00")]).toEqual([1, 0]);
    });

    test("counts no days twice", () => {
      const both = { ...before, period: period("2026-10-08T00:00", "2026-10-14T23:59:59.999") };
      expect(groupsBeside([["2026-10-14", "360.00"]], { other: both })).toEqual(["ana certain 2"]);
    });
  });

  test("of a few days proves no small part of a sum", () => {
    const groupOf = (amount: string) =>
      match({ rows: sums(["2026-10-14", amount]), file: { ...short, neighbours: [before] } }).matches[0]
        ?.group;
    expect([groupOf("520.00"), groupOf("530.00")]).toEqual(["certain", "likely"]);
    const until = (end: string) => {
      const file = { ...short, period: period("2026-10-12T00:00", end), neighbours: [before] };
      return match({ rows: sums(["2026-10-14", "530.00"]), file }).matches[0]?.group;
    };
    expect([until("2026-10-20T00:00"), until("2026-10-20T00:01")]).toEqual(["likely", "certain"]);
  });
});

test("a key that another claim has too is not said to be its alone", () => {
  const rows = [
    { subIds: ["sub-1"], account: "9", amount: "350.00" },
    { subIds: ["sub-2"], account: "8", amount: "10.00" },
  ];
  const { matches } = match({
    rows,
    claims: [{ account: null, email: null, phone: null, subIds: ["sub-1"] }],
  });
  const texts = matches.flatMap(({ reasons }) => reasons.map(({ text }) => text));
  expect(texts).toContain("The sub-ID sub-1 is in line 2.");
});

test("a file of commission alone says that it has no deposits", () => {
  const { advice } = match({
    rows: [{ account: "8412337", kind: "registration", amount: null, commission: "20.00" }],
    file: { kind: "registrations", hasOnlyCommission: true },
  });
  expect(advice?.text).toMatch(/^This file lists commission and no deposits/);
});

describe("the batch of a likely match", () => {
  const account = "8412337";
  const doubtOf = (row: Partial<StatementRow>, claim: Partial<ClaimFacts> = {}) => {
    const [found] = match({ rows: [{ account, ...row }], claims: [claim] }).matches;
    return [found?.group, found?.onlyDoubt ?? null];
  };
  const LATE = { at: at("2026-10-21T11:00") };

  test("is of the time where the account and the amount are the claim's", () => {
    expect(doubtOf(LATE)).toEqual(["likely", "time"]);
  });
  test("is of a fee where the amount is nearly the same at an unusual time", () => {
    expect(doubtOf({ ...LATE, amount: "340.00" })).toEqual(["likely", "fee"]);
    expect(doubtOf({ amount: "340.00", at: at("2026-10-10T11:00") })).toEqual(["likely", "fee"]);
  });
  test("does not exist where the money is in doubt", () => {
    expect(doubtOf({ amount: "200.00" })).toEqual(["likely", null]);
    expect(doubtOf({ currency: "AED" })).toEqual(["likely", null]);
  });
  test("does not exist where the person is in doubt", () => {
    expect(doubtOf({ email: "somebody@else.example" })).toEqual(["likely", null]);
    expect(doubtOf({ account: null, emailMasked: "an***@gmail.com" })).toEqual(["likely", null]);
  });
  test("does not exist where another claim could have the row, inside the usual time or not", () => {
    for (const row of [LATE, { at: at("2026-09-09T11:00") }, {}]) {
      const { matches } = match({
        rows: [{ account, ...row }],
        claims: [{}, { id: "ben", account }],
        file: { period: null },
      });
      expect(matches.map(({ onlyDoubt }) => onlyDoubt)).toEqual(matches.map(() => null));
    }
  });
  test("does not exist where the row may be in another file", () => {
    const late = { confirmedAt: new Date("2026-11-20T12:00Z") };
    expect(doubtOf({}, late)).toEqual(["likely", null]);
    const early = { confirmedAt: new Date("2026-09-28T12:00Z") };
    expect(doubtOf({ at: at("2026-10-04T11:00") }, early)).toEqual(["likely", null]);
  });
  test("is no fee where the amounts are further apart, or the file's is not what is stored", () => {
    expect(doubtOf({ ...LATE, amount: "320.00" })).toEqual(["likely", null]);
    expect(doubtOf({ ...LATE, amount: "0.60" }, { amount: "1.50" })).toEqual(["likely", null]);
    expect(doubtOf({ ...LATE, amount: "345.00", currency: null })).toEqual(["likely", null]);
  });
  test("does not exist for a claim that came in a rush", () => {
    expect(doubtOf(LATE, { cameInRush: true })).toEqual(["likely", null]);
  });
  test("does not exist for a certain match", () => {
    expect(doubtOf({})).toEqual(["certain", null]);
  });
});
