import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { replay, UNCLEAR } from "../fixtures/replay-answers.ts";
import { createBitget } from "./index.server.ts";
import { BITGET_ANSWERS } from "./recorded-answers.ts";
import { signBitget } from "./signature.ts";

const credential = { apiKey: "test-only-key", apiSecret: "test-only-secret", passphrase: "test-only" };
const bitget = createBitget({ apiUrl: "https://api.bitget.com" });
const ask = { accounts: ["123456"], email: null };
const { customers, deposits, nobody } = BITGET_ANSWERS;

// Both values are in public tests of another program, which has them from Python.
test("a call is signed over time, method, path, query and body", () => {
  const at = { timestamp: "1700000000000" };
  const path = "/api/v2/broker/customer-list";
  expect(signBitget("test-only-secret", { ...at, method: "POST", path, body: '{"uid":"123456"}' })).toBe(
    "os5igjdhP3ZNGY8Rm5D44ZLdPsVGUOsEHfEGgjWv82U=",
  );
  const query = "endTime=1700000000000&uid=123456";
  const get = { ...at, method: "GET" as const, path: "/api/v2/broker/customer-kyc-result", query };
  expect(signBitget("test-only-secret", get)).toBe("Ks3eRnxy34yVL1XnmbZO9LVWOzjHmn/gw96PAUpREEc=");
});

test("what is sent is what was signed", async () => {
  const { access, sent } = replay(credential, [nobody]);
  await bitget.ask(access, ask);
  const [{ headers = {}, body = "" } = {}] = sent;
  const signed = {
    timestamp: headers["ACCESS-TIMESTAMP"] ?? "",
    method: "POST" as const,
    path: "/api/v2/broker/customer-list",
    body: String(body),
  };
  expect(body).toBe('{"uid":"123456"}');
  expect(headers["ACCESS-SIGN"]).toBe(signBitget(credential.apiSecret, signed));
  expect(JSON.stringify(sent)).not.toContain(credential.apiSecret);
});

test("a deposit in a coin that stands for a currency has its amount, another one only its time", async () => {
  const { access } = replay(credential, [customers, deposits]);
  const answer = await bitget.ask(access, ask);
  const rows = answer.isClear ? answer.value.flatMap((client) => client.rows) : [];
  expect(rows.map(({ facts: { at: _, ...facts }, once }) => ({ ...facts, once }))).toEqual([
    { kind: "registration", account: "123456", once: null },
    {
      kind: "deposit",
      account: "123456",
      convertedAmount: "250.5",
      convertedCurrency: "USD",
      once: "deposit 1098394344449155072",
    },
    { kind: "registration", account: "123456", once: "registration 1098394344449155073" },
  ]);
  expect(rows[1]?.facts.at?.from).toEqual(new Date(1_699_990_000_000));
});

test("a list has customers first, then deposits, and begins again two hours before its end", async () => {
  const now = new Date();
  const places: unknown[] = [];
  let place: string | null = null;
  for (const answer of [customers, deposits]) {
    const page = await bitget.list(replay(credential, [answer]).access, place, now);
    if (!page.isClear) throw new Error(page.problem);
    place = page.value.place;
    places.push([JSON.parse(place ?? "null"), page.value.isLast]);
  }
  const from = +now - 89 * DAY;
  expect(places).toEqual([
    [{ of: "deposits", from, to: +now, page: 1 }, false],
    [{ of: "customers", from: +now - 2 * HOUR, to: 0, page: 1 }, true],
  ]);
});

test("a full page is followed by the next one of the same time", async () => {
  const full = {
    ...customers,
    data: Array.from({ length: 1000 }, (_, index) => ({ ...customers.data[0], uid: 100_000 + index })),
  };
  const page = await bitget.list(replay(credential, [full]).access, null, new Date());
  expect(page.isClear && JSON.parse(page.value.place ?? "")).toMatchObject({ of: "customers", page: 2 });
});

describe("what is no answer about the client", () => {
  test.each(UNCLEAR)("%s", async (_name, response, state) => {
    const asked = await bitget.ask(replay(credential, [response]).access, ask);
    const listed = await bitget.list(replay(credential, [response]).access, null, new Date());
    expect([asked, listed].map((one) => !one.isClear && one.state)).toEqual([state, state]);
  });

  test("another client, a number that lost its digits, and an unknown code", async () => {
    const others = [
      { ...customers, data: [{ ...customers.data[0], uid: 999_999_999 }] },
      { ...customers, data: [{ ...customers.data[0], uid: Number.MAX_SAFE_INTEGER + 1 }] },
      { ...nobody, code: "98765" },
    ];
    const found = await Promise.all(others.map((one) => bitget.ask(replay(credential, [one]).access, ask)));
    expect(found.map((one) => !one.isClear && [one.state, one.isOfQuestion])).toEqual([
      ["changed", false],
      ["changed", false],
      ["away", true],
    ]);
  });

  test("deposits without a time or an amount say nothing", async () => {
    const [deposit] = deposits.data;
    const odd = [{ depositTime: "" }, { depositAmount: "" }, { depositAmount: "0" }, { depositAmount: "-5" }];
    const data = odd.map((one, index) => ({ ...deposit, ...one, orderId: `${index + 1}` }));
    const answer = await bitget.ask(replay(credential, [customers, { ...deposits, data }]).access, ask);
    expect(answer.isClear && answer.value.flatMap(({ rows }) => rows)).toHaveLength(1);
  });

  test("a deposit whose coin was a placeholder is another saying once it has its coin", async () => {
    const [deposit] = deposits.data;
    const onces: unknown[] = [];
    for (const depositCoin of ["-", "USDT"]) {
      const said = { ...deposits, data: [{ ...deposit, depositCoin }] };
      const answer = await bitget.ask(replay(credential, [customers, said]).access, ask);
      if (answer.isClear) onces.push(answer.value[1]?.rows[0]?.once);
    }
    expect(new Set(onces).size).toBe(2);
  });

  test.each(["unknownKey", "wrongSignature", "wrongPassphrase", "noPermission"] as const)(
    "%s is refused",
    async (name) => {
      const check = await bitget.check(replay(credential, [BITGET_ANSWERS[name]]).access);
      expect(!check.isClear && check.state).toBe("refused");
    },
  );
});
