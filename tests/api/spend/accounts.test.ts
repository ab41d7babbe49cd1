import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { listDays } from "#app/lib/periods.ts";
import { AdObject, Mail, SpendAccount, SpendReport, SpendRow } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { saveSpend } from "#app/services/spend/save-spend.server.ts";
import { connectMeta, createMember, createOwner, type Owner, signInAs } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const PAGE = "/dashboard/integrations/meta";
const NUMBER = "1000000000000002";
const SEVENTEEN_PAGES = "1000000000000017";
/** The sandbox's account has six ads. */
const ADS = 6;
const FIRST_DAYS = 30;

let owner: Owner;
let cookie: string;
let connectionId: string;
beforeEach(async () => {
  owner = await createOwner();
  ({ cookie } = await signInAs(owner));
  ({ id: connectionId } = await connectMeta(owner));
});

const post = (form: Record<string, string>, as = cookie) =>
  site.send(PAGE, { form, cookie: as, headers: { "sec-fetch-site": "same-origin" } });
const plain = (html: string) => html.replaceAll("<!-- -->", "");
const readPage = async () => plain((await site.send(PAGE, { cookie })).text);
const connect = (accessToken = "sandbox-spend", accountId = NUMBER, as = cookie) =>
  post({ intent: "connect-spend", connectionId, accountId, accessToken }, as);

const findAccount = () => SpendAccount.findOne({ where: { workspaceId: owner.workspace.id } });
const isRead = (since = new Date(0)) =>
  eventually(async () => {
    const account = await findAccount();
    expect(account?.lastReadAt?.getTime()).toBeGreaterThan(since.getTime());
    expect(account?.leaseToken).toBeNull();
    return account as SpendAccount;
  });
const listRows = () =>
  SpendRow.findAll({ where: { workspaceId: owner.workspace.id }, order: ["day", "adRef"], raw: true });
const daysOf = (rows: { day: string }[]) => [...new Set(rows.map(({ day }) => day))].sort();

/** Makes the account due as its next morning does, as if it was read so long ago. */
async function readAgain(agoMs = DAY) {
  const at = new Date(Date.now() - agoMs);
  await SpendAccount.update({ lastReadAt: at, dueAt: new Date() }, { where: {} });
  return isRead(at);
}

describe("spend of an ad account", () => {
  test("the first reading has 30 days, the next ones the last five again, and nothing counts twice", async () => {
    expect((await connect("sandbox-spend", `act_${NUMBER}`)).status).toBe(303);
    const account = await isRead();
    expect(account).toMatchObject({
      accountId: `act_${NUMBER}`,
      accountName: "Sandbox ad account",
      currency: "EUR",
      timeZone: "Europe/Madrid",
      tokenEnding: "pend",
      state: "connected",
      lastError: null,
    });
    expect(account.dueAt?.getTime()).toBeGreaterThan(Date.now());
    const rows = await listRows();
    expect(rows).toHaveLength(ADS * FIRST_DAYS);
    const days = daysOf(rows);
    expect(days).toEqual(listDays({ from: days[0] ?? "", to: days.at(-1) ?? "" }));
    expect(rows[0]).toMatchObject({
      origin: "account",
      adPlatform: "meta",
      accountId: NUMBER,
      currency: "EUR",
    });
    expect(Number(rows[0]?.conversions)).toBeLessThan(5);
    const names = await AdObject.findAll({ where: { level: "campaign" }, order: ["name"] });
    expect(names.map(({ name }) => name)).toEqual(["autumn-video", "lookalike-latam", "story-november"]);

    const listReports = () => SpendReport.findAll({ where: { workspaceId: owner.workspace.id }, raw: true });
    const before = new Set((await listReports()).map(({ id }) => id));
    await readAgain();
    const again = await listRows();
    const amounts = (all: SpendRow[]) => all.map(({ day, adRef, amount }) => [day, adRef, Number(amount)]);
    expect(amounts(again)).toEqual(amounts(rows));
    const read = new Set((await listReports()).flatMap(({ id, day }) => (before.has(id) ? [] : [day])));
    // The day before the last reading and four more, and the day of today.
    expect([...read].sort()).toEqual(days.slice(-6));
  });

  test("an account of 17 pages is read to its last ad, which is deleted", async () => {
    await connect("sandbox-spend", SEVENTEEN_PAGES);
    await isRead();
    expect(await listRows()).toHaveLength(17 * FIRST_DAYS);
    expect(await AdObject.count({ where: { level: "ad" } })).toBe(17);
  });

  test("an ad that Meta no longer has on a day goes from that day", async () => {
    await connect();
    const { id, accountId } = await isRead();
    const [last] = daysOf(await listRows()).slice(-1);
    const ad = { objectId: "99", name: "Deleted ad" };
    const gone = { campaign: ad, adSet: ad, ad, source: null, currency: "EUR", amount: "500" };
    const figures = { impressions: 1, clicks: 1, conversions: "0" };
    await inTransaction((transaction) =>
      saveSpend(
        { workspaceId: owner.workspace.id, origin: "account", accountRef: id, reportedAt: new Date() },
        [{ day: last ?? "", adPlatform: "meta", accountId, ...gone, ...figures }],
        transaction,
      ),
    );
    expect(await listRows()).toHaveLength(ADS * FIRST_DAYS + 1);
    await readAgain();
    expect(await listRows()).toHaveLength(ADS * FIRST_DAYS);
  });

  test("a rate limit in the middle keeps what was read, and the rest follows by itself", async () => {
    // Each page meets the limit once: the account goes on after the day that it has.
    expect((await connect("sandbox-limit-80004-once")).status).toBe(502);
    await connect("sandbox-limit-80004-once");
    await isRead();
    expect(await listRows()).toHaveLength(ADS * FIRST_DAYS);
  });

  test("the page says that Meta answers no more calls, and keeps trying", async () => {
    await connect();
    await isRead();
    await site.sandbox.play(`act_${NUMBER}`, "limit-613");
    await SpendAccount.update({ lastReadAt: new Date(0), dueAt: new Date() }, { where: {} });
    await eventually(async () => expect((await findAccount())?.lastError).toContain("no more calls"));
    expect(await readPage()).toContain("Meta answers no more calls for now, and what was read is kept.");
    await site.sandbox.play(`act_${NUMBER}`, null);
    expect(await isRead(new Date(1))).toMatchObject({ lastError: null, attemptCount: 0 });
  });

  test.each(["500", "half", "oversized-200"])(
    "an account is read after the fault %s is over",
    async (fault) => {
      await connect();
      await isRead();
      await site.sandbox.play(`act_${NUMBER}`, fault, 2);
      expect(await readAgain()).toMatchObject({ lastError: null, state: "connected" });
      expect(await listRows()).toHaveLength(ADS * FIRST_DAYS);
    },
  );

  test("a page that takes Meta too long is asked for with fewer ads", async () => {
    await connect();
    await isRead();
    await site.sandbox.play(`act_${NUMBER}`, "unknown-1", 2);
    expect(await readAgain()).toMatchObject({ lastError: null, attemptCount: 0 });
  });
});

describe("token of an ad account's spend", () => {
  test("a revoked permission is said with the way to grant it, told by email, and mended by a new token", async () => {
    await connect();
    await isRead();
    await site.sandbox.play(`act_${NUMBER}`, "no-permission");
    await SpendAccount.update({ dueAt: new Date() }, { where: {} });
    await eventually(async () => expect((await findAccount())?.state).toBe("invalid"));
    expect((await findAccount())?.readDay).toBeNull();
    const page = await readPage();
    expect(page).toContain("The access token lacks the permission ads_read for this ad account.");
    expect(page).toContain("Enter the new token below, with the same number.");
    const mail = await site.mail.latest(owner.email);
    expect(mail.subject).toBe("Meta no longer says what you spend");
    expect(mail.text).toContain("ads_read");
    await eventually(async () => expect(await Mail.count({ where: { state: "queued" } })).toBe(0));
    const rows = await listRows();
    expect(rows).toHaveLength(ADS * FIRST_DAYS);
    await site.sandbox.play(`act_${NUMBER}`, null);
    const since = new Date();
    await connect("sandbox-newer");
    expect(await isRead(since)).toMatchObject({ state: "connected", lastError: null, tokenEnding: "ewer" });
    expect(await SpendAccount.count()).toBe(1);
    expect(await listRows()).toHaveLength(ADS * FIRST_DAYS);
  });

  test.each([
    ["sandbox-no-permission", NUMBER, "lacks the permission ads_read"],
    ["sandbox-expired", NUMBER, "has expired"],
    ["sandbox-invalid", NUMBER, "perhaps because it was revoked"],
    ["sandbox-spend", "404", "Meta has no such ad account"],
    ["sandbox-spend", "my account", messages.connections.adAccountShape],
    ["sandbox-spend", "", messages.connections.adAccountRequired],
    ["", NUMBER, messages.connections.tokenRequired],
  ])("the token %j for the account %j is refused: %s", async (token, number, sentence) => {
    const response = await connect(token, number);
    expect(response.status).toBe(400);
    expect(plain(response.text)).toContain(sentence.replaceAll("'", "&#x27;"));
    expect(await SpendAccount.count()).toBe(0);
  });

  test("the token is stored encrypted, and no page shows it", async () => {
    await connect("sandbox-very-secret");
    const { credential } = await isRead();
    expect(credential).not.toContain("secret");
    const page = await readPage();
    expect(page).toContain("ends in cret");
    expect(page).not.toContain("very-secret");
  });

  test("twenty ad accounts are enough", async () => {
    await SpendAccount.bulkCreate(
      Array.from({ length: 20 }, (_, index) => ({
        id: newId(),
        workspaceId: owner.workspace.id,
        connectionId,
        adPlatform: "meta",
        accountId: `act_${index}`,
        credential: "x",
        tokenEnding: "x",
        state: "invalid" as const,
        attemptCount: 0,
        createdAt: new Date(),
      })),
    );
    const response = await connect();
    expect(response.status).toBe(400);
    expect(plain(response.text)).toContain(messages.connections.tooManyAdAccounts);
  });
});

describe("what members do with an ad account", () => {
  test("an account is read on demand, but not twice in five minutes", async () => {
    await connect();
    const { id } = await isRead();
    const refused = await post({ intent: "read-spend", spendAccountId: id });
    expect(refused.status).toBe(409);
    expect(plain(refused.text)).toContain(messages.connections.readAMomentAgo);
    const before = new Date(Date.now() - DAY);
    await SpendAccount.update({ lastReadAt: before }, { where: { id } });
    expect((await post({ intent: "read-spend", spendAccountId: id })).status).toBe(303);
    await isRead(before);
  });

  test("a disconnected account keeps its spend, unless that is deleted too", async () => {
    await connect();
    const { id } = await isRead();
    await post({ intent: "disconnect-spend", spendAccountId: id });
    expect(await SpendAccount.count()).toBe(0);
    expect(await listRows()).toHaveLength(ADS * FIRST_DAYS);
    // The same account again reads over what is there.
    await connect();
    const again = await isRead();
    expect(await listRows()).toHaveLength(ADS * FIRST_DAYS);
    // A day of before that is not read again.
    await SpendRow.update({ accountRef: id }, { where: { day: daysOf(await listRows())[0] } });
    await post({ intent: "delete-spend", spendAccountId: again.id });
    expect(await listRows()).toHaveLength(0);
  });

  test("nobody changes an ad account of another workspace, and a viewer changes none", async () => {
    await connect();
    const { id } = await isRead();
    const stranger = await createOwner();
    await connectMeta(stranger);
    const { cookie: other } = await signInAs(stranger);
    const viewer = await createMember(owner, "viewer");
    const { cookie: viewing } = await signInAs(viewer);
    for (const intent of ["read-spend", "disconnect-spend", "delete-spend"]) {
      expect((await post({ intent, spendAccountId: id }, other)).status).toBe(404);
      const refused = await post({ intent, spendAccountId: id }, viewing);
      expect(refused.headers.get("location")).toBe("/unauthorized");
    }
    expect((await connect("sandbox-spend", NUMBER, other)).status).toBe(404);
    const refused = await connect("sandbox-spend", NUMBER, viewing);
    expect(refused.headers.get("location")).toBe("/unauthorized");
    expect(await listRows()).toHaveLength(ADS * FIRST_DAYS);
    const shown = plain((await site.send(PAGE, { cookie: other })).text);
    expect(shown).not.toContain("Sandbox ad account");
  });

  test("where spend comes by file only, the page says so", async () => {
    for (const platform of ["google", "tiktok", "snapchat"])
      expect(plain((await site.send(`/dashboard/integrations/${platform}`, { cookie })).text)).toContain(
        "comes by file",
      );
  });
});
