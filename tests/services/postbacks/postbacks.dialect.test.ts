import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { DAY, MINUTE } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import {
  BrokerRow,
  ClickDeposit,
  Evidence,
  LinkClick,
  Postback,
  PostbackAddress,
  PostbackSight,
  RefusedPostback,
  Submission,
} from "#app/models/index.server.ts";
import type { PostbackSettingsInput } from "#app/schemas/postbacks.ts";
import { countNeverClaimed } from "#app/services/broker-links/click-deposits.server.ts";
import { consumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { calledFrom, findClaimedClicks } from "#app/services/evidence/find-claimed-clicks.server.ts";
import { noticeClaims } from "#app/services/evidence/key-claims.server.ts";
import { matchMarked } from "#app/services/evidence/match-marked.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { findUnknownWords } from "#app/services/postbacks/find-unknown-words.server.ts";
import {
  findPostbackAddress,
  rotatePostbackAddress,
  savePostbackAddress,
} from "#app/services/postbacks/manage-postbacks.server.ts";
import { postbackUrl } from "#app/services/postbacks/postback-url.server.ts";
import { type PostbackCall, receivePostback } from "#app/services/postbacks/receive-postback.server.ts";
import { flushRefused } from "#app/services/postbacks/refused-postbacks.server.ts";
import { workOnPostbacks } from "#app/services/postbacks/work-on-postbacks.server.ts";
import { removeMember } from "#app/services/team/members.server.ts";
import {
  createBrokerLinkOf,
  createForm,
  createMember,
  type Form,
  submitForm,
  toAccess,
} from "../../factories/index.ts";

const FIELDS = [
  { name: "event", meaning: "kind" },
  { name: "player", meaning: "account" },
  { name: "amount", meaning: "amount" },
  { name: "currency", meaning: "currency" },
  { name: "time", meaning: "datetime" },
  { name: "tx", meaning: "transactionId" },
] as const;

const brokerOf = ({ owner, platforms: [platform] }: Form) => ({
  workspaceId: owner.workspace.id,
  platformId: platform?.id ?? "",
});
const save = (form: Form, input: PostbackSettingsInput = {}) =>
  savePostbackAddress({ access: toAccess(form.owner), platformId: brokerOf(form).platformId, input });

const tokenOf = (address: PostbackAddress) => postbackUrl(address)?.split("/").at(-1) ?? "";

async function createAddress(input: PostbackSettingsInput = { fields: [...FIELDS], timeZone: "UTC" }) {
  const form = await createForm();
  const { address, shownSecret } = await save(form, input);
  return { form, token: tokenOf(address), shownSecret };
}

const call = (token: string, query: string, more: Partial<PostbackCall> = {}) =>
  receivePostback({
    token,
    method: "GET",
    query,
    body: Buffer.alloc(0),
    contentType: null,
    clientAddress: "203.0.113.9",
    header: () => null,
    ...more,
  });

async function settle(): Promise<void> {
  while (await workOnPostbacks());
  await consumeTogether("claims-of-running-statements", noticeClaims);
  while (await matchMarked());
  await matchMarked();
}

const outcomes = async (form: Form) =>
  (await Postback.findAll({ where: brokerOf(form), order: [["id", "ASC"]] })).map(({ outcome }) => outcome);

const groups = async (form: Form) =>
  (await Evidence.findAll({ where: brokerOf(form) }))
    .map(({ submissionId, evidenceGroup }) => `${submissionId ? "claim" : "nobody"} ${evidenceGroup}`)
    .sort();

let accounts = 7_310_000;
function account(): string {
  accounts += 1;
  return String(accounts);
}

const deposit = (player: string, more = "") =>
  `event=deposit&player=${player}&amount=250.00&currency=EUR${more}`;
const timed = (minutesAgo: number) => `&time=${Math.floor((Date.now() - minutesAgo * MINUTE) / 1000)}`;
const claimed = (form: Form, reference: string) =>
  submitForm(form, { reference, amount: "250", currency: "EUR" });

test("a call becomes the evidence of its claim, and the same call again changes nothing", async () => {
  const { form, token } = await createAddress();
  const player = account();
  await claimed(form, player);
  const query = deposit(player, `${timed(30)}&tx=${player}`);
  expect(await call(token, query)).toBe("json");
  await settle();
  await Promise.all([call(token, query), call(token, query)]);
  await call(token, deposit(player, `${timed(20)}&tx=${player}`));
  await settle();
  expect(await outcomes(form)).toEqual(["row", "repeated", "repeated", "repeated"]);
  expect(await groups(form)).toEqual(["claim certain"]);
  const evidence = await Evidence.findOne({ where: brokerOf(form), rejectOnEmpty: true });
  const first = await Postback.findOne({
    where: brokerOf(form),
    order: [["id", "ASC"]],
    rejectOnEmpty: true,
  });
  expect(evidence.postbackId).toBe(first.id);
});

test("calls without a transaction are the same where all values and the time are", async () => {
  const { form, token } = await createAddress();
  const [player, time] = [account(), timed(30)];
  await call(token, deposit(player, time));
  await call(token, deposit(player, time));
  await call(token, deposit(player, timed(29)));
  await settle();
  expect(await outcomes(form)).toEqual(["row", "repeated", "row"]);
});

test("without a time either, the second is perhaps the same and proves nothing for certain", async () => {
  const { form, token } = await createAddress();
  const player = account();
  await claimed(form, player);
  await call(token, deposit(player));
  await settle();
  expect(await groups(form)).toEqual(["claim certain"]);
  await call(token, deposit(player));
  await settle();
  expect(await outcomes(form)).toEqual(["row", "row"]);
  const second = await claimed(form, player);
  await settle();
  expect((await groups(form)).filter((group) => group === "claim certain").length).toBeLessThan(2);
  const facts = (await BrokerRow.findAll({ where: brokerOf(form) })).map((row) => JSON.parse(row.facts));
  expect(facts.filter(({ isPerhapsRepeated }) => isPerhapsRepeated)).toHaveLength(1);
  expect(second.id).not.toBe("");
});

test("calls that came before their parameters had a meaning are read once they have", async () => {
  const { form, token } = await createAddress({});
  const player = account();
  await claimed(form, player);
  await call(token, deposit(player, timed(30)));
  await settle();
  expect(await outcomes(form)).toEqual(["unmapped"]);
  await save(form, { fields: [...FIELDS] });
  await settle();
  expect(await outcomes(form)).toEqual(["row"]);
  expect(await groups(form)).toEqual(["claim certain"]);
});

test("what cannot be read is a line of the log, and no row", async () => {
  const { form, token } = await createAddress();
  const player = account();
  await call(token, deposit(player, "&amount=9000"));
  await call(token, `event=deposit&player=${player}&amount=250&currency=ZZQ`);
  await call(token, deposit(`${player}%00`));
  await call(token, deposit("%ff%fe"));
  await call(token, deposit(player, `&note=${"x".repeat(9_000)}`));
  await call(token, "", {
    method: "POST",
    body: Buffer.from([0x7b, 0xff, 0x00]),
    contentType: "application/json",
  });
  await settle();
  expect(await outcomes(form)).toEqual(Array.from({ length: 6 }, () => "unreadable"));
  expect(await BrokerRow.count({ where: brokerOf(form) })).toBe(0);
  const calls = await Postback.findAll({ where: brokerOf(form) });
  for (const { query, body } of calls)
    expect(Buffer.byteLength(query + (body ?? ""))).toBeLessThanOrEqual(8_192);
});

test("a form and JSON are read as a query is", async () => {
  const { form, token } = await createAddress();
  const [one, other] = [account(), account()];
  const body = Buffer.from(deposit(one, timed(30)));
  await call(token, "", { method: "POST", body, contentType: "application/x-www-form-urlencoded" });
  const json = Buffer.from(`{"event":"deposit","player":${other},"amount":250.00,"currency":"EUR"}`);
  await call(token, "", { method: "POST", body: json, contentType: "application/json; charset=utf-8" });
  await settle();
  expect(await outcomes(form)).toEqual(["row", "row"]);
  const rows = await BrokerRow.findAll({ where: brokerOf(form), order: [["receivedAt", "ASC"]] });
  expect(rows.map(({ facts }) => JSON.parse(facts).account)).toEqual([one, other]);
});

test("a wrong token, secret, signature or address is counted, and nothing of it stored", async () => {
  const player = account();
  await expect(call("x".repeat(43), deposit(player))).rejects.toMatchObject({ status: 404 });
  const secret = { secret: "parameter", parameter: { name: "key" } } as const;
  const { form, token, shownSecret } = await createAddress({ fields: [...FIELDS], ...secret });
  await expect(call(token, deposit(player))).rejects.toMatchObject({ status: 401 });
  await expect(call(token, deposit(player, "&key=wrong"))).rejects.toMatchObject({ status: 401 });
  await call(token, deposit(player, `&key=${shownSecret}`));
  const [stored] = await Postback.findAll({ where: brokerOf(form) });
  expect(stored?.query).toBe(deposit(player));
  const signing = "a-secret-of-the-network";
  await save(form, { secret: "hmac", hmac: { header: "X-Sign", value: signing } });
  const query = deposit(player, "&tx=signed");
  const signature = createHmac("sha256", signing).update(query).digest("hex");
  const header = (name: string) => (name === "x-sign" ? signature : null);
  await call(token, query, { header });
  await expect(call(token, `${query}0`, { header })).rejects.toMatchObject({ status: 401 });
  const body = Buffer.from(deposit(player, "&tx=posted"));
  const posted = createHmac("sha256", signing).update(body).digest("hex");
  await call(token, "amount=9000", { method: "POST", body, header: () => posted });
  const last = await Postback.findOne({ where: brokerOf(form), order: [["id", "DESC"]] });
  expect([last?.query, last?.body]).toEqual(["", body.toString()]);
  await save(form, { secret: "none", ips: ["198.51.100.0/24"] });
  await expect(call(token, query)).rejects.toMatchObject({ status: 403 });
  await call(token, query, { clientAddress: "::ffff:198.51.100.7" });
  expect(await Postback.count({ where: brokerOf(form) })).toBe(4);
  await flushRefused();
  const { platformId } = brokerOf(form);
  const counts = await RefusedPostback.findAll({ where: { platformId }, raw: true });
  expect(counts.map(({ reason, count }) => `${reason} ${count}`).sort()).toEqual(["address 1", "secret 3"]);
});

test("after a rotation both addresses are taken for a day", async () => {
  const { form, token } = await createAddress();
  const access = toAccess(form.owner);
  const rotated = await rotatePostbackAddress({ access, platformId: brokerOf(form).platformId });
  const [player, other] = [account(), account()];
  await call(token, deposit(player, timed(9)));
  await call(tokenOf(rotated), deposit(other, timed(9)));
  await PostbackAddress.update({ previousUntil: new Date(Date.now() - 1) }, { where: { id: rotated.id } });
  await expect(call(token, deposit(account()))).rejects.toMatchObject({ status: 404 });
  await settle();
  expect(await outcomes(form)).toEqual(["row", "row"]);
  expect(await findPostbackAddress(brokerOf(form))).toMatchObject({ memberLeftAt: null });
});

test("ten thousand calls of one broker leave others their turn", async () => {
  const busy = await createAddress();
  const quiet = await createAddress();
  const now = new Date();
  const row = (index: number) => ({
    ...brokerOf(busy.form),
    state: "new" as const,
    receivedAt: now,
    query: deposit(String(index), "&tx=x"),
  });
  for (let at = 0; at < 10_000; at += 1_000)
    await Postback.bulkCreate(Array.from({ length: 1_000 }, (_, index) => row(at + index)));
  await call(quiet.token, deposit(account(), timed(5)));
  await workOnPostbacks();
  expect(await outcomes(quiet.form)).toEqual(["row"]);
  expect(await Postback.count({ where: { ...brokerOf(busy.form), state: "new" } })).toBeGreaterThan(9_000);
  await Postback.destroy({ where: brokerOf(busy.form) });
});

test("two processes that work on the same calls make one row of each", async () => {
  const { form, token } = await createAddress();
  for (let index = 0; index < 5; index += 1) await call(token, deposit(account(), timed(index)));
  await Promise.allSettled([workOnPostbacks(), workOnPostbacks(), workOnPostbacks()]);
  await settle();
  expect(await outcomes(form)).toEqual(["row", "row", "row", "row", "row"]);
  expect(await BrokerRow.count({ where: brokerOf(form) })).toBe(5);
});

test("a transaction is known for 400 days, and a call without a time for one", async () => {
  const { form, token } = await createAddress();
  const player = account();
  await call(token, deposit(player, `&tx=${player}`));
  await call(token, deposit(player));
  await settle();
  const sights = await PostbackSight.findAll({ where: brokerOf(form), order: [["expiresAt", "ASC"]] });
  const days = sights.map(({ expiresAt }) => Math.round((+expiresAt - Date.now()) / DAY));
  expect(days).toEqual([1, 400]);
});

test("erasing a person leaves nothing of them in calls, whatever came of these", async () => {
  const { form, token } = await createAddress();
  const player = account();
  const claim = await submitForm(form, {
    reference: player,
    email: `rosa.${player}@example.com`,
    phone: "+34600555123",
    amount: "250",
    currency: "EUR",
  });
  const other = account();
  await call(token, deposit(player, `${timed(30)}&tx=${player}`));
  await call(token, deposit(player, `${timed(30)}&tx=${player}`));
  await call(token, deposit(other, timed(8)));
  await settle();
  await call(token, `event=odd&mail=rosa.${player}%40example.com`);
  await call(token, "event=odd&tel=%2B34%20600-555-123");
  const json = Buffer.from(`{"event":"odd","who":"rosa.${player}\\u0040example.com"}`);
  await call(token, "", { method: "POST", body: json, contentType: "application/json" });
  await settle();
  await call(token, deposit(player, timed(1)));
  expect(await eraseClaim({ workspaceId: claim.workspaceId, submissionId: claim.id, access: null })).toBe(
    true,
  );
  await settle();
  const tables = await sequelize.getQueryInterface().showAllTables();
  const all = await Promise.all(tables.map((table) => sequelize.query(`SELECT * FROM \`${table}\``)));
  expect(JSON.stringify(all).match(new RegExp(`${player}|600.?555.?123`, "g")) ?? []).toEqual([]);
  const texts = (await Postback.findAll({ where: brokerOf(form) })).map(
    ({ query, body }) => query + (body ?? ""),
  );
  expect(texts.filter((text) => text !== "")).toEqual([expect.stringContaining(other)]);
  const rows = (await BrokerRow.findAll({ where: brokerOf(form) })).map(
    ({ facts }) => JSON.parse(facts).account,
  );
  expect(rows).toEqual([other]);
});

test("erasing a person takes what names them by a click, or by a number that another call gave them", async () => {
  const { form, token } = await createAddress({
    fields: [...FIELDS, { name: "mail", meaning: "email" }],
    timeZone: "UTC",
  });
  const { id: linkId, workspaceId } = await createBrokerLinkOf(form);
  const [player, email] = [account(), `eva.${account()}@example.com`];
  const [visitId, click] = [`visit${player}`.padEnd(20, "v"), `click${player}`.padEnd(20, "c")];
  const claim = await submitForm(form, { email, amount: "250", currency: "EUR" });
  await Submission.update({ visitId }, { where: { id: claim.id } });
  await LinkClick.create({ id: click, workspaceId, linkId, visitId, createdAt: new Date() });
  await call(token, `event=registration&player=${player}&mail=${email}`);
  await call(token, deposit(player, timed(20)));
  await call(token, `event=odd&player=${player}`);
  await call(token, `event=odd&sub=${click.toUpperCase()}`);
  const other = account();
  await call(token, deposit(other, timed(8)));
  await settle();
  expect(await groups(form)).toContain("claim certain");
  await eraseClaim({ workspaceId, submissionId: claim.id, access: null });
  await settle();
  const tables = await sequelize.getQueryInterface().showAllTables();
  const all = await Promise.all(tables.map((table) => sequelize.query(`SELECT * FROM \`${table}\``)));
  expect(JSON.stringify(all).match(new RegExp(`${player}|${email}|${click}`, "gi")) ?? []).toEqual([]);
  expect(await BrokerRow.count({ where: brokerOf(form) })).toBe(1);
});

test("a figure that no column holds is a line of the log, and other calls are matched", async () => {
  const { form, token } = await createAddress({
    fields: [...FIELDS, { name: "lots", meaning: "lots" }, { name: "trades", meaning: "trades" }],
    timeZone: "UTC",
  });
  const player = account();
  await claimed(form, player);
  const many = "9".repeat(25);
  await call(token, `event=deposit&player=${player}&amount=${many}&currency=EUR${timed(9)}`);
  await call(token, `event=trade&player=${player}&lots=${many}`);
  await call(token, `event=trade&player=${player}&trades=${many}`);
  await call(token, deposit(player, timed(9)));
  await settle();
  expect(await outcomes(form)).toEqual(["unreadable", "unreadable", "unreadable", "row"]);
  expect(await groups(form)).toEqual(["claim certain"]);
});

test("two deposits of a day that differ in nothing are both kept, and never both certain", async () => {
  const { form, token } = await createAddress();
  const player = account();
  await claimed(form, player);
  await claimed(form, player);
  const day = `&time=${new Date(Date.now() - 5 * MINUTE).toISOString().slice(0, 10)}`;
  await call(token, deposit(player, day));
  await call(token, deposit(player, day));
  await call(token, `event=registration&player=${player}${day}`);
  await call(token, `event=registration&player=${player}${day}`);
  await settle();
  expect(await outcomes(form)).toEqual(["row", "row", "row", "repeated"]);
  expect((await groups(form)).filter((group) => group === "claim certain").length).toBeLessThan(2);
  const sights = await PostbackSight.findAll({ where: brokerOf(form) });
  expect(sights.map(({ expiresAt }) => Math.round((+expiresAt - Date.now()) / DAY))).toEqual([400, 400]);
});

test("a placeholder in the place of a transaction makes no call an earlier one", async () => {
  const { form, token } = await createAddress();
  const zeros = ["0", "00000000-0000-0000-0000-000000000000", "N/A", "-"];
  for (const zero of zeros) {
    await call(token, deposit(account(), `${timed(9)}&tx=${zero}`));
    await call(token, deposit(account(), `${timed(9)}&tx=${zero}`));
  }
  await settle();
  expect(await outcomes(form)).toEqual(zeros.flatMap(() => ["row", "row"]));
});

test("a client whom the broker names by a click is not among those whom nobody claims once another key has told", async () => {
  const { form, token } = await createAddress();
  const { id: linkId, workspaceId } = await createBrokerLinkOf(form);
  const [player, other] = [account(), account()];
  const clicks = [`claimed${player}`.padEnd(20, "c"), `nobody${other}`.padEnd(20, "n")];
  // As of a browser that asks not to be tracked.
  const nobody = { visitId: null, campaign: null, arrival: null };
  for (const id of clicks)
    await LinkClick.create({ id, workspaceId, linkId, ...nobody, createdAt: new Date() });
  await call(token, deposit(player, `${timed(9)}&sub=${clicks[0]}`));
  await call(token, deposit(other, `${timed(9)}&sub=${clicks[1]}`));
  await settle();
  const count = (from = calledFrom()) =>
    countNeverClaimed(brokerOf(form), { calledFrom: from, findClaimedClicks });
  expect(await count()).toEqual([{ campaign: null, clients: 2 }]);
  await claimed(form, player);
  await settle();
  expect(await count()).toEqual([{ campaign: null, clients: 1 }]);
  expect(await count(firstIdAt(new Date(Date.now() + DAY)))).toEqual([]);
});

test("every word that calls have used and nobody has said the meaning of is offered, the newest first", async () => {
  const { form, token } = await createAddress({
    fields: [...FIELDS, { name: "state", meaning: "status" }],
    timeZone: "UTC",
  });
  const player = account();
  for (const word of ["goal1", "goal2", "goal1", "constructor", "deposit"])
    await call(token, `event=${word}&player=${player}&amount=250&currency=EUR`);
  await call(token, `event=deposit&state=odd&player=${player}&amount=5&currency=EUR`);
  await call(token, `event=deposit&state=pending&player=${player}&amount=5&currency=EUR`);
  await call(token, `player=${player}&amount=5&currency=EUR`);
  await settle();
  const find = async () => {
    const address = await findPostbackAddress(brokerOf(form));
    return address && findUnknownWords(address);
  };
  expect(await find()).toEqual(["", "odd", "constructor", "goal1", "goal2"]);
  await save(form, { kinds: { goal1: "registration", "": "registration", odd: "registration" } });
  await settle();
  expect(await find()).toEqual(["constructor", "goal2"]);
});

test("another address is offered once a member has left", async () => {
  const { form } = await createAddress();
  const left = await createMember(form.owner, "manager");
  await removeMember({ access: toAccess(form.owner), userId: left.id });
  const address = await findPostbackAddress(brokerOf(form));
  expect(address?.memberLeftAt).toBeInstanceOf(Date);
});

test("a click id counts only in the workspace whose link gave it", async () => {
  const { form, token } = await createAddress();
  const other = await createForm();
  const [own, foreign] = ["a1b2c3d4e5f6g7h8i9j0", "z9y8x7w6v5u4t3s2r1q0"];
  for (const [of, id] of [
    [form, own],
    [other, foreign],
  ] as const) {
    const { id: linkId, workspaceId } = await createBrokerLinkOf(of);
    const nobody = { visitId: null, campaign: null, arrival: null };
    await LinkClick.create({ id, workspaceId, linkId, ...nobody, createdAt: new Date() });
  }
  await call(token, deposit(account(), `&sub=${own}&tx=1`));
  await call(token, deposit(account(), `&sub=${foreign}&tx=2`));
  await settle();
  const rows = await BrokerRow.findAll({ where: brokerOf(form), order: [["receivedAt", "ASC"]] });
  expect(rows.map(({ facts }) => JSON.parse(facts).clickId)).toEqual([own, undefined]);
  await call(token, deposit(account(), `&sub=${own}&tx=3`));
  await settle();
  const deposits = await ClickDeposit.findAll({
    where: { workspaceId: brokerOf(form).workspaceId },
    raw: true,
  });
  expect(deposits.map(({ clickId }) => clickId)).toEqual([own]);
});
