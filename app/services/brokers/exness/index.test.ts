import { describe, expect, test } from "vitest";
import { replay, responseOf, UNCLEAR } from "../fixtures/replay-answers.ts";
import { createExness } from "./index.server.ts";
import { EXNESS_ANSWERS } from "./recorded-answers.ts";

const credential = { token: "header.payload.signature" };
const login = { login: "partner@example.com", password: "only for tests" };
const exness = createExness({ apiUrl: "https://my.exnessaffiliates.com" });
const { affiliated, notAffiliated, accounts, clients, signedIn } = EXNESS_ANSWERS;
const ofEmail = { accounts: [], email: "ana@example.com" };

test("an email finds the client with the account numbers, which one name joins", async () => {
  const { access, sent } = replay(credential, [affiliated]);
  const answer = await exness.ask(access, ofEmail);
  expect(answer.isClear && answer.value).toEqual([
    {
      clientId: "4ec0c5fa",
      registeredAt: null,
      rows: ["44186977", "168247204"].map((account) => ({
        facts: { kind: "registration", account, email: "ana@example.com", userName: "4ec0c5fauid" },
        once: null,
      })),
    },
  ]);
  const [{ url = "", headers = {} } = {}] = sent;
  expect([url, headers.Authorization]).toEqual([
    "https://my.exnessaffiliates.com/api/partner/affiliation/",
    "JWT header.payload.signature",
  ]);
});

test("version 2's client is version 1's by the first eight digits, and a range is no amount", async () => {
  const page = await exness.list(replay(credential, [clients]).access, null, new Date());
  const [client] = page.isClear ? page.value.clients : [];
  expect(client?.clientId).toBe("4ec0c5fa");
  expect(client?.rows.map(({ facts }) => [facts.kind, facts.userName])).toEqual([
    ["registration", "4ec0c5fauid"],
    ["kyc", "4ec0c5fauid"],
  ]);
  expect(client?.registeredAt).toEqual(new Date("2026-04-30T00:00:00Z"));
});

test.each([
  [1, null],
  [0, null],
  ["3", null],
  [250, "250"],
  ["250.00", "250"],
  ["5.50", "5.5"],
])("deposits of %s are %s", async (amount, expected) => {
  const data = [{ ...clients.data[0], deposit_amount: amount }];
  const page = await exness.list(replay(credential, [{ ...clients, data }]).access, null, new Date());
  const sum = page.isClear && page.value.clients[0]?.rows.find(({ facts }) => facts.kind === "sum");
  expect(sum ? sum.facts.amount : null).toBe(expected);
});

test("an account number is taken only from a row that names it", async () => {
  const found = await exness.ask(replay(credential, [accounts]).access, {
    accounts: ["134221327"],
    email: null,
  });
  expect(found.isClear && found.value[0]?.rows[0]?.facts.account).toBe("134221327");
  const other = await exness.ask(replay(credential, [accounts]).access, {
    accounts: ["55667788"],
    email: null,
  });
  expect(!other.isClear && [other.state, other.isOfQuestion]).toEqual(["away", true]);
});

test.each([
  ["ACTIVE", false],
  ["INACTIVE", false],
  ["CHANGING", false],
  ["LEFT", true],
  [null, undefined],
])("a client of the status %s has left the partner: %s", async (status, hasLeft) => {
  const data = [{ ...clients.data[0], client_status: status }];
  const answer = await exness.list(replay(credential, [{ ...clients, data }]).access, null, new Date());
  if (!answer.isClear) throw new Error(answer.problem);
  expect(answer.value.clients[0]?.hasLeft).toBe(hasLeft);
});

test("a list goes on where Exness gives shorter pages than it is asked for, and ends with the last client", async () => {
  const [client] = clients.data;
  const pageOf = (length: number, count: number) => ({
    data: Array.from({ length }, () => client),
    totals: { count },
  });
  const list = async (place: string | null, page: object) => {
    const answer = await exness.list(replay(credential, [page]).access, place, new Date());
    return answer.isClear && [answer.value.place, answer.value.isLast];
  };
  expect(await list(null, pageOf(100, 250))).toEqual(["50", false]);
  expect(await list("200", pageOf(1, 250))).toEqual(["201", false]);
  expect(await list("201", pageOf(0, 250))).toEqual([null, true]);
  expect(await list("150", pageOf(100, 250))).toEqual([null, true]);
  expect(await list(null, { data: [client] })).toEqual([null, true]);
});

test("a login is sent to sign in only, and never with a question", async () => {
  const { access, sent } = replay(login, [signedIn, affiliated]);
  const session = await exness.signIn?.(access);
  expect(session).toEqual({ isClear: true, value: signedIn.token });
  await exness.ask({ ...access, session: signedIn.token }, ofEmail);
  expect(sent[0]?.headers?.Authorization).toBeUndefined();
  expect(sent[1]?.headers?.Authorization).toBe(`JWT ${signedIn.token}`);
  expect(JSON.stringify(sent[1])).not.toContain(login.password);
});

test("a token may be pasted with the word before it, and a login needs a fresh proof", () => {
  expect(exness.credentialSchema.parse({ token: " JWT abc.def " })).toEqual({ token: "abc.def" });
  const ways = exness.describe().ways.map(({ id, needsProof }) => [id, needsProof]);
  expect(ways).toEqual([
    ["token", false],
    ["login", true],
  ]);
  expect(exness.wayOf(login)).toBe("login");
  expect(exness.describe().warning).toContain("no key that can only read");
});

describe("what is no answer about the client", () => {
  test.each(UNCLEAR)("%s", async (_name, response, state) => {
    const asked = await exness.ask(replay(credential, [response]).access, ofEmail);
    const listed = await exness.list(replay(credential, [response]).access, null, new Date());
    expect([asked, listed].map((one) => !one.isClear && one.state)).toEqual([state, state]);
  });

  test("a client without an id", async () => {
    const answer = await exness.ask(
      replay(credential, [{ affiliation: true, accounts: ["1"] }]).access,
      ofEmail,
    );
    expect(!answer.isClear && answer.state).toBe("changed");
  });

  test.each([401, 403])("%i is a credential that is not taken", async (httpStatus) => {
    const response = responseOf("", { httpStatus });
    expect(await exness.check(replay(credential, [response]).access)).toMatchObject({ state: "refused" });
  });

  test("nobody is clear: nothing is said", async () =>
    expect(await exness.ask(replay(credential, [notAffiliated]).access, ofEmail)).toEqual({
      isClear: true,
      value: [],
    }));
});
