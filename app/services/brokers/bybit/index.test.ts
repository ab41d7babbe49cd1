import { describe, expect, test } from "vitest";
import { replay, UNCLEAR } from "../fixtures/replay-answers.ts";
import { createBybit } from "./index.server.ts";
import { BYBIT_ANSWERS } from "./recorded-answers.ts";
import { signBybit } from "./signature.ts";

const credential = { apiKey: "test-only-key", apiSecret: "test-only-secret" };
const bybit = createBybit({ apiUrl: "https://api.bybit.com" });
/** Answers are checked against our clock. */
const now = <T extends { time: number }>(answer: T): T => ({ ...answer, time: Date.now() });
const freshInfo = (result: object = {}) =>
  now({
    ...BYBIT_ANSWERS.info,
    result: {
      ...BYBIT_ANSWERS.info.result,
      depositUpdateTime: new Date().toISOString().slice(0, 19).replace("T", " "),
      ...result,
    },
  });
const ask = { accounts: ["1513500"], email: null };

test("a call is signed over time, key, window and query", () =>
  expect(signBybit(credential, "1685596324209", "uid=1513500")).toBe(
    "7fe22880748cc6edea83c70085b7ce8328db332f550798b4ded14bbf0719cb20",
  ));

test("the address of a call has the query that was signed", async () => {
  const { access, sent } = replay(credential, [freshInfo()]);
  await bybit.ask(access, ask);
  const [{ url = "", headers = {} } = {}] = sent;
  expect(url).toBe("https://api.bybit.com/v5/user/aff-customer-info?uid=1513500");
  const signature = signBybit(credential, headers["X-BAPI-TIMESTAMP"] ?? "", "uid=1513500");
  expect(headers["X-BAPI-SIGN"]).toBe(signature);
  expect(JSON.stringify(sent)).not.toContain(credential.apiSecret);
});

test("the documented answer says who the client is, that they are known, and the total of a year", async () => {
  const { access } = replay(credential, [freshInfo()]);
  const answer = await bybit.ask(access, ask);
  expect(answer.isClear && answer.value[0]?.rows.map(({ facts }) => facts)).toEqual([
    { kind: "registration", account: "1513500" },
    { kind: "kyc", account: "1513500" },
    { kind: "sum", account: "1513500", amount: "1300", currency: "USD", span: "365 days" },
  ]);
});

test("an answer of 2024 without a level is understood, and its old total is no fact", async () => {
  const { access } = replay(credential, [now(BYBIT_ANSWERS.infoOf2024)]);
  const answer = await bybit.ask(access, { accounts: ["151735210"], email: null });
  expect(answer.isClear && answer.value[0]?.rows.map(({ facts }) => facts.kind)).toEqual(["registration"]);
});

test("placeholders of the list are no facts, and its cursor is the next page", async () => {
  const { access } = replay(credential, [now(BYBIT_ANSWERS.list)]);
  const page = await bybit.list(access, null, new Date());
  expect(page).toEqual({
    isClear: true,
    value: {
      clients: [
        {
          clientId: "1001699821",
          registeredAt: null,
          rows: [{ facts: { kind: "registration", account: "1001699821" }, once: null }],
        },
      ],
      place: "16197",
      isLast: false,
    },
  });
});

test("a list whose cursor comes again ends", async () => {
  const { access } = replay(credential, [now(BYBIT_ANSWERS.list)]);
  const page = await bybit.list(access, "16197", new Date());
  expect(page.isClear && page.value.isLast).toBe(true);
});

test("only account numbers of Bybit's form are asked for", async () => {
  const { access, sent } = replay(credential, []);
  const accounts = ["1&size=1000", "../../v5/user", "ana", "12", "0123456", "1".repeat(40)];
  expect(await bybit.ask(access, { accounts, email: "ana@example.com" })).toEqual({
    isClear: true,
    value: [],
  });
  expect(sent).toEqual([]);
});

describe("what is no answer about the client", () => {
  test.each(UNCLEAR)("%s", async (_name, response, state) => {
    const asked = await bybit.ask(replay(credential, [response]).access, ask);
    const listed = await bybit.list(replay(credential, [response]).access, null, new Date());
    expect([asked, listed].map((one) => !one.isClear && one.state)).toEqual([state, state]);
  });

  test("an answer of another time, another client, or with an unknown code", async () => {
    const answers = [
      { ...freshInfo(), time: Date.now() - 86_400_000 },
      freshInfo({ uid: "999999999" }),
      now({ ...BYBIT_ANSWERS.unknownKey, retCode: 4_000_123 }),
    ];
    const found = await Promise.all(answers.map((one) => bybit.ask(replay(credential, [one]).access, ask)));
    expect(found.map((one) => one.isClear)).toEqual([false, false, false]);
    expect(found.map((one) => !one.isClear && one.isOfQuestion)).toEqual([false, false, true]);
  });

  test.each([
    ["unknownKey", "refused"],
    ["wrongSignature", "refused"],
    ["noPermission", "refused"],
    ["expired", "refused"],
    ["tooMany", "limited"],
  ] as const)("%s", async (name, state) => {
    const check = await bybit.check(replay(credential, [now(BYBIT_ANSWERS[name])]).access);
    expect(!check.isClear && check.state).toBe(state);
  });

  test("a client of nobody is clear: nothing is said", async () => {
    const { access } = replay(credential, [now({ ...BYBIT_ANSWERS.unknownKey, retCode: 0 })]);
    expect(await bybit.ask(access, ask)).toEqual({ isClear: true, value: [] });
  });
});
