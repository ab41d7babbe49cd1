import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import type { Spend } from "#app/lib/spend.ts";
import {
  AdObject,
  DayMark,
  SpendAccount,
  type SpendImport,
  SpendReport,
  SpendRow,
} from "#app/models/index.server.ts";
import { disconnectSpendAccount } from "#app/services/spend/accounts/manage-accounts.server.ts";
import { workOutMarkedDays } from "#app/services/spend/counting/marked-days.server.ts";
import { deleteSpend } from "#app/services/spend/delete-spend.server.ts";
import { saveSpend } from "#app/services/spend/save-spend.server.ts";
import { connectMeta, createOwner, createSpendFile, type Owner, toAccess } from "../../factories/index.ts";

let owner: Owner;
let workspaceId: string;
beforeEach(async () => {
  owner = await createOwner();
  workspaceId = owner.workspace.id;
});

const DAY = "2026-11-02";
/** A day of a campaign, with a name that has its id after a `#`. */
const spend = (campaign: string | null, amount: string, more: Partial<Spend> = {}): Spend => ({
  day: DAY,
  adPlatform: "meta",
  accountId: "",
  campaign: toName(campaign),
  adSet: null,
  ad: null,
  source: null,
  currency: "EUR",
  amount,
  impressions: null,
  clicks: null,
  conversions: null,
  ...more,
});
const toName = (text: string | null) => {
  if (text === null) return null;
  const [name = "", objectId = null] = text.split("#");
  return { objectId, name: name === "" ? null : name };
};

/** Saves what a file says: a new one, or one that is there, which is read again. */
async function save(rows: Spend[], file?: SpendImport | null, isComplete = false) {
  const { id: importId, createdAt } =
    file ?? (await createSpendFile(owner, { createdAt: laterThanBefore() }));
  const reading = { workspaceId, origin: "file", importId, reportedAt: createdAt, isComplete } as const;
  const { leftOut } = await inTransaction((transaction) => saveSpend(reading, rows, transaction));
  const own = leftOut.filter(({ report }) => report.importId === importId);
  const replaced = leftOut.filter(({ report, by }) => report.importId !== importId && by.has(importId));
  return { replaced: replaced.length, skipped: own.map(({ reason }) => reason) };
}

async function erase(importId: string): Promise<void> {
  await inTransaction((transaction) => deleteSpend({ workspaceId, importId }, transaction));
  await workOutMarkedDays();
}

let uploads = 0;
/** A moment after that of the file before. */
const laterThanBefore = () => new Date(Date.UTC(2026, 10, 20, 0, 0, uploads++));

/** Saves what a connected account reads. */
async function saveRead(accountRef: string, rows: Spend[]): Promise<void> {
  const reading = { workspaceId, origin: "account", accountRef, reportedAt: laterThanBefore() } as const;
  await inTransaction((transaction) => saveSpend(reading, rows, transaction));
}

async function connectAccount(): Promise<string> {
  const { id: connectionId } = await connectMeta(owner);
  const { id } = await SpendAccount.create({
    workspaceId,
    connectionId,
    adPlatform: "meta",
    accountId: "act_900",
    credential: "",
    tokenEnding: "",
    state: "connected",
    attemptCount: 0,
    createdAt: new Date(),
  });
  return id;
}

/** Each campaign's amounts by day, with its newest name. */
async function listSpend(): Promise<string[]> {
  const rows = await SpendRow.findAll({ where: { workspaceId }, raw: true });
  const ads = new Map((await AdObject.findAll({ where: { workspaceId } })).map((one) => [one.id, one.name]));
  const nameOf = (ref: string | null) => (ref === null ? "" : ads.get(ref));
  return rows
    .map((row) => {
      const names = [row.campaignRef, row.adSetRef, row.adRef].map(nameOf).filter(Boolean);
      return [row.day, names.join("/") || "total", Number(row.amount), row.currency].join(" ");
    })
    .sort();
}

test("Reading the same rows twice adds nothing, and marks their days again", async () => {
  const rows = [
    spend("Summer#1", "10.50"),
    spend("Winter#2", "4"),
    spend("Summer#1", "-1.25", { day: "2026-11-03" }),
  ];
  const file = await createSpendFile(owner, { createdAt: laterThanBefore() });
  expect(await save(rows, file)).toEqual({ replaced: 0, skipped: [] });
  expect(await save(rows, file)).toEqual({ replaced: 0, skipped: [] });
  expect(await save(rows)).toEqual({ replaced: 3, skipped: [] });
  expect(await listSpend()).toEqual([
    "2026-11-02 Summer 10.5 EUR",
    "2026-11-02 Winter 4 EUR",
    "2026-11-03 Summer -1.25 EUR",
  ]);
  const marks = await DayMark.findAll({ where: { workspaceId }, order: [["day", "ASC"]], raw: true });
  expect(marks.map(({ day }) => day)).toEqual([DAY, DAY, "2026-11-03", "2026-11-03"]);
});

test("Of overlapping periods the later reading counts, and days of one of them stay", async () => {
  const on = (day: string, amount: string) => spend("Summer", amount, { day });
  await save([on("2026-11-01", "1"), on("2026-11-02", "2")]);
  await save([on("2026-11-02", "2.5"), on("2026-11-03", "3")]);
  expect(await listSpend()).toEqual([
    "2026-11-01 Summer 1 EUR",
    "2026-11-02 Summer 2.5 EUR",
    "2026-11-03 Summer 3 EUR",
  ]);
});

test("A campaign's day has one level of detail", async () => {
  const ad = (name: string, amount: string) =>
    spend("Summer#1", amount, { adSet: toName("Broad#11"), ad: toName(name) });
  await save([ad("Video#111", "6"), ad("Image#112", "4")]);
  expect(await save([spend("Summer#1", "10")])).toMatchObject({ replaced: 2 });
  expect(await listSpend()).toEqual([`${DAY} Summer 10 EUR`]);
  // In one file, sums of the campaign beside its ads are left out.
  expect(await save([spend("Summer#1", "10"), ad("Video#111", "6"), ad("Image#112", "4")])).toEqual({
    replaced: 1,
    skipped: ["parts"],
  });
  expect(await listSpend()).toEqual([`${DAY} Summer/Broad/Image 4 EUR`, `${DAY} Summer/Broad/Video 6 EUR`]);
});

test("A total is left out only where its parts are in the same file and day", async () => {
  const below = (adSet: string, ad: string | null, amount: string) =>
    spend("Summer#1", amount, { adSet: toName(adSet), ad: toName(ad) });
  const rows = [
    spend("Summer#1", "15"),
    below("Broad#11", null, "10"),
    below("Broad#11", "Video#111", "6"),
    below("Narrow#12", null, "5"),
    spend("Summer#1", "9", { day: "2026-11-03" }),
  ];
  expect(await save(rows)).toMatchObject({ skipped: ["parts", "parts"] });
  expect(await listSpend()).toEqual([
    `${DAY} Summer/Broad/Video 6 EUR`,
    `${DAY} Summer/Narrow 5 EUR`,
    "2026-11-03 Summer 9 EUR",
  ]);
});

test("A total of the account counts only until its campaigns are known", async () => {
  const account = { accountId: "act_900" };
  await save([spend(null, "10", account), spend(null, "7", { accountId: "901" })]);
  expect(await save([spend("Summer", "6", account)])).toMatchObject({ replaced: 1 });
  expect(await save([spend(null, "10", account)])).toEqual({ replaced: 1, skipped: ["campaigns"] });
  expect(await listSpend()).toEqual([`${DAY} Summer 6 EUR`, `${DAY} total 7 EUR`]);
});

test("What names no account takes the place of as much of an account's total as it says, and of one account's", async () => {
  const [first, second] = [{ accountId: "900" }, { accountId: "901" }];
  await save([spend(null, "3000.50", first), spend(null, "500", second)]);
  expect(await save([spend("Summer", "1500"), spend("Winter", "0.25")])).toMatchObject({ replaced: 1 });
  const counted = [`${DAY} Summer 1500 EUR`, `${DAY} Winter 0.25 EUR`];
  expect(await listSpend()).toEqual([...counted, `${DAY} total 1500.25 EUR`, `${DAY} total 500 EUR`]);
  // Nothing is left of the one, and of the other what the rest leaves.
  await save([spend("Summer", "3100"), spend("Winter", "0.25")]);
  const [summer, winter, ...totals] = await listSpend();
  expect([summer, winter]).toEqual([`${DAY} Summer 3100 EUR`, `${DAY} Winter 0.25 EUR`]);
  expect(totals).toEqual([`${DAY} total 400.25 EUR`]);
});

test("A total that names no account and one that does count as much as the larger says", async () => {
  await save([spend(null, "3000.50", { accountId: "900" })]);
  expect(await save([spend(null, "1500.25")])).toMatchObject({ replaced: 1 });
  expect(await listSpend()).toEqual([`${DAY} total 1500.25 EUR`, `${DAY} total 1500.25 EUR`]);
  // A whole period too, and an account has one currency.
  const november = { day: "2026-11-03", toDay: "2026-11-12" };
  await save([spend(null, "100", { ...november, accountId: "900" })]);
  await save([spend("Summer", "40", november), spend("Winter", "90", { ...november, currency: "USD" })]);
  const sums = new Map<string, number>();
  for (const row of await listSpend()) {
    const [day = "", name = "", amount = "", currency = ""] = row.split(" ");
    if (day !== DAY) sums.set(`${name} ${currency}`, (sums.get(`${name} ${currency}`) ?? 0) + Number(amount));
  }
  expect(Object.fromEntries(sums)).toEqual({ "Summer EUR": 40, "Winter USD": 90, "total EUR": 60 });
});

test("A renamed campaign is counted once, with ids and without", async () => {
  await save([spend("Summer#1", "5")]);
  await save([spend("Summer LATAM#1", "5")]);
  expect(await listSpend()).toEqual([`${DAY} Summer LATAM 5 EUR`]);
  const seen = { day: "2026-11-04", impressions: 1_204, clicks: 31 };
  await save([spend("Winter", "8.20", seen)]);
  expect(await save([spend("Winter EU", "8.2", seen)])).toMatchObject({ replaced: 1 });
  expect(await listSpend()).toEqual([`${DAY} Summer LATAM 5 EUR`, "2026-11-04 Winter EU 8.2 EUR"]);
});

test("A name finds the campaign that has an id, and an id the campaign that had only a name", async () => {
  await save([spend("Summer  Sale", "5")]);
  await save([spend("summer_sale#1", "6")]);
  await save([spend("Summer Sale", "7")]);
  expect(await AdObject.count({ where: { workspaceId } })).toBe(1);
  expect(await listSpend()).toEqual([`${DAY} Summer Sale 7 EUR`]);
});

test("Campaigns of one name in two accounts stay two", async () => {
  await save([spend("Sales", "5", { accountId: "1" }), spend("Sales", "6", { accountId: "2" })]);
  await save([spend("Sales", "5.5", { accountId: "1" })]);
  expect(await listSpend()).toEqual([`${DAY} Sales 5.5 EUR`, `${DAY} Sales 6 EUR`]);
});

test("A file changes nothing that a connected account reads, which replaces what files said", async () => {
  const accountRef = await connectAccount();
  const account = { accountId: "act_900" };
  await save([
    spend("Summer", "5", account),
    spend("Gone", "1", account),
    spend("Other", "2", { accountId: "901" }),
  ]);
  const ad = spend("Summer#1", "5.10", { ...account, ad: toName("Video#111") });
  await saveRead(accountRef, [ad]);
  // Its pages come one by one.
  await saveRead(accountRef, [spend("Summer#1", "3", { ...account, ad: toName("Image#112") })]);
  await saveRead(accountRef, [ad]);
  expect(await save([spend("Summer", "9"), spend("New", "9", account)])).toEqual({
    replaced: 0,
    skipped: ["connected", "connected"],
  });
  expect(await listSpend()).toEqual([
    `${DAY} Other 2 EUR`,
    `${DAY} Summer/Image 3 EUR`,
    `${DAY} Summer/Video 5.1 EUR`,
  ]);
});

const seen = { impressions: 1_204, clicks: 31 };

test("A file from before a rename that names no account is not counted beside the connected account", async () => {
  const accountRef = await connectAccount();
  const account = { accountId: "act_900" };
  await saveRead(accountRef, [
    spend("Summer LATAM#1", "8.20", { ...account, ...seen }),
    spend("Winter LATAM#2", "3", account),
  ]);
  // The figures of one campaign tell the account; those of the other were revised since.
  const file = [spend("Summer", "8.2", seen), spend("Winter", "2.9")];
  expect(await save(file)).toEqual({ replaced: 0, skipped: ["connected", "connected"] });
  expect(await listSpend()).toEqual([`${DAY} Summer LATAM 8.2 EUR`, `${DAY} Winter LATAM 3 EUR`]);
  // A file of another account counts.
  expect(await save([spend("Spring", "4", seen)])).toMatchObject({ skipped: [] });
});

test("What a connected account reads replaces a file from before a rename that names no account", async () => {
  const file = await createSpendFile(owner, { createdAt: laterThanBefore() });
  const next = { day: "2026-11-03" };
  await save([spend("Summer", "8.2", seen), spend("Winter", "2.9"), spend("Winter", "2", next)], file);
  const accountRef = await connectAccount();
  const account = { accountId: "act_900" };
  await saveRead(accountRef, [spend("Summer LATAM#1", "8.20", { ...account, ...seen })]);
  await saveRead(accountRef, [spend("Winter LATAM#2", "2.1", { ...account, ...next })]);
  expect(await listSpend()).toEqual([`${DAY} Summer LATAM 8.2 EUR`, "2026-11-03 Winter LATAM 2.1 EUR"]);
});

test("A file replaces what an account had read that is no longer connected", async () => {
  const account = { accountId: "act_900" };
  const accountRef = await connectAccount();
  await saveRead(accountRef, [spend("Summer#1", "5", account)]);
  await SpendAccount.destroy({ where: { id: accountRef } });
  expect(await save([spend("Summer#1", "6", account)])).toEqual({ replaced: 1, skipped: [] });
  expect(await listSpend()).toEqual([`${DAY} Summer 6 EUR`]);
});

test("Rows of one ad and day are added up, and two currencies stay apart", async () => {
  const seen = { impressions: 10, clicks: 1, conversions: "0.5" };
  await save([
    spend("Summer", "0.1", seen),
    spend("Summer", "0.2", seen),
    spend("Summer", "3", { currency: "USD" }),
  ]);
  expect(await listSpend()).toEqual([`${DAY} Summer 0.3 EUR`, `${DAY} Summer 3 USD`]);
  const row = await SpendRow.findOne({ where: { workspaceId, currency: "EUR" } });
  expect(row).toMatchObject({ impressions: 20, clicks: 2 });
  expect(Number(row?.conversions)).toBe(1);
});

test("Ad sets and ads of campaigns that nobody names are known by their ids, and find them later", async () => {
  const below = { adSet: toName("Broad#11"), ad: toName("Video#111") };
  await save([spend(null, "6", below), spend(null, "4", { adSet: toName("Narrow#12") })]);
  expect(await listSpend()).toEqual([`${DAY} Broad/Video 6 EUR`, `${DAY} Narrow 4 EUR`]);
  await save([spend("Summer#1", "7", below)]);
  // An export without campaigns says nothing against what is known of them.
  await save([spend(null, "6", { day: "2026-11-03", ...below })]);
  expect(await listSpend()).toEqual(["2026-11-02 Summer/Broad/Video 7 EUR", "2026-11-03 Broad/Video 6 EUR"]);
  const campaign = await AdObject.findOne({ where: { workspaceId, level: "campaign" } });
  expect(await AdObject.findOne({ where: { workspaceId, objectId: "11" } })).toMatchObject({
    parentId: campaign?.id,
  });
  expect(await AdObject.count({ where: { workspaceId } })).toBe(4);
});

test("An ad that nobody names counts beside the campaigns of its file, once", async () => {
  const file = [spend("Summer#1", "10"), spend(null, "5", { hasUnknownAd: true })];
  await save(file);
  await save(file);
  expect(await listSpend()).toEqual([`${DAY} Summer 10 EUR`, `${DAY} total 5 EUR`]);
  // With its campaign it is known again.
  await save([spend("Summer#1", "10"), spend("Winter#2", "5")]);
  expect(await listSpend()).toEqual([`${DAY} Summer 10 EUR`, `${DAY} Winter 5 EUR`]);
  expect(await save(file)).toMatchObject({ skipped: ["campaigns"] });
});

const NOVEMBER = { day: "2026-11-01", toDay: "2026-11-30" };

/** What each campaign's rows add up to in November, and how many they are. */
async function addUpNovember(): Promise<Record<string, [sum: number, rows: number]>> {
  const sums: Record<string, [number, number]> = {};
  for (const line of await listSpend()) {
    const [, , name = "", amount] = /^(\S+) (.*) (\S+) \S+$/.exec(line) ?? [];
    const [sum, rows] = sums[name] ?? [0, 0];
    sums[name] = [Math.round((sum + Number(amount)) * 10_000) / 10_000, rows + 1];
  }
  return sums;
}

test("A period counts with what its single days leave of it, whatever comes first", async () => {
  const month = [spend("Summer", "300", { ...NOVEMBER, impressions: 30_000 })];
  const days = ["02", "03", "04"].map((day) =>
    spend("Summer", "20", { day: `2026-11-${day}`, impressions: 1_000 }),
  );
  const week = [spend("Summer", "140", { day: "2026-11-02", toDay: "2026-11-08" })];
  for (const order of [
    [month, days, week],
    [week, days, month],
    [days, week, month],
  ]) {
    owner = await createOwner();
    workspaceId = owner.workspace.id;
    for (const file of order) await save(file);
    expect(await addUpNovember()).toEqual({ Summer: [300, 30] });
    const on = async (day: string) => (await listSpend()).find((line) => line.startsWith(`2026-11-${day}`));
    expect(await on("02")).toBe("2026-11-02 Summer 20 EUR");
    expect(await on("08")).toBe("2026-11-08 Summer 20 EUR");
    // 300 less 140 of the week, over the other 23 days.
    expect(await on("09")).toMatch(/ Summer 6\.9[56] EUR$/);
    const seenInAll = await SpendRow.sum("impressions", { where: { workspaceId } });
    expect(seenInAll).toBe(30_000);
  }
});

test("Nothing counts of a period whose days are all known, or say more than it", async () => {
  const days = [spend("Summer", "20", { day: "2026-11-02" }), spend("Summer", "5", { day: "2026-11-03" })];
  await save(days);
  const both = { day: "2026-11-02", toDay: "2026-11-03" };
  expect(await save([spend("Summer", "26", both)])).toEqual({ replaced: 0, skipped: ["days"] });
  expect(await save([spend("Summer", "18", { ...both, toDay: "2026-11-05" })])).toMatchObject({
    skipped: ["days"],
  });
  expect(await addUpNovember()).toEqual({ Summer: [25, 2] });
});

test("A period of an account counts with what its campaigns leave of it", async () => {
  await save([spend(null, "300", { ...NOVEMBER, accountId: "900" })]);
  await save([spend("Summer", "60", { accountId: "900" }), spend("Other", "7", { accountId: "901" })]);
  expect(await addUpNovember()).toEqual({ Other: [7, 1], Summer: [60, 1], total: [240, 29] });
});

test("A period in another currency counts with an average day for each day that is left", async () => {
  await save([spend("Summer", "60", { currency: "USD" })]);
  await save([spend("Summer", "300", NOVEMBER)]);
  const rows = await listSpend();
  expect(rows.filter((row) => row.endsWith("USD"))).toEqual([`${DAY} Summer 60 USD`]);
  expect(rows.filter((row) => row.endsWith("10 EUR"))).toHaveLength(29);
});

test("Of a period whose ads are known one by one, each gives its part", async () => {
  const ad = (name: string, amount: string) => spend("Summer", amount, { ...NOVEMBER, ad: toName(name) });
  await save([ad("Video", "200"), ad("Image", "100")]);
  await save([spend("Summer", "30")]);
  expect(await addUpNovember()).toEqual({
    Summer: [30, 1],
    "Summer/Video": [180, 29],
    "Summer/Image": [90, 29],
  });
});

test("What a deleted or corrected file had replaced counts again", async () => {
  const first = await createSpendFile(owner, { createdAt: laterThanBefore() });
  const second = await createSpendFile(owner, { createdAt: laterThanBefore() });
  await save([spend("Summer", "10"), spend(null, "3", { day: "2026-11-04" })], first);
  await save([spend("Summer", "11")], second);
  // Reading the earlier file again does not make it the later one.
  expect(await save([spend("Summer", "9")], first)).toMatchObject({ skipped: ["later"] });
  expect(await listSpend()).toContain(`${DAY} Summer 11 EUR`);
  await erase(second.id);
  expect(await listSpend()).toContain(`${DAY} Summer 9 EUR`);
});

test("What a deleted file had replaced counts again, also where nothing of that file counts any more", async () => {
  const account = { accountId: "77" };
  await save([spend("One", "10", account)]);
  const complete = await createSpendFile(owner, { createdAt: laterThanBefore() });
  await save([spend("Two", "5", account)], complete, true);
  await save([spend("Two", "6", account)]);
  expect(await listSpend()).toEqual([`${DAY} Two 6 EUR`]);
  await erase(complete.id);
  expect(await listSpend()).toEqual([`${DAY} One 10 EUR`, `${DAY} Two 6 EUR`]);
});

test("A refund on a day of a period leaves the rest of the days with more", async () => {
  await save([spend("Summer", "280", NOVEMBER)]);
  await save([spend("Summer", "-20")]);
  expect(await addUpNovember()).toEqual({ Summer: [280, 30] });
});

test("An account that is disconnected is as good as a file at once", async () => {
  const accountRef = await connectAccount();
  const account = { accountId: "act_900" };
  await saveRead(accountRef, [spend("Summer#1", "5", account)]);
  await save([spend("Extra", "50", account)]);
  expect(await listSpend()).toEqual([`${DAY} Summer 5 EUR`]);
  await disconnectSpendAccount({ access: toAccess(owner), spendAccountId: accountRef, withSpend: false });
  await workOutMarkedDays();
  expect(await listSpend()).toEqual([`${DAY} Extra 50 EUR`, `${DAY} Summer 5 EUR`]);
});

test("Campaigns of one name whose ids a spreadsheet lost are not counted beside those with ids", async () => {
  const withIds = [spend("Sale#1", "5"), spend("Sale#2", "7")];
  await save(withIds);
  expect(await save([spend("Sale", "5"), spend("Sale", "7.50")])).toMatchObject({ replaced: 2 });
  expect(await listSpend()).toEqual([`${DAY} Sale 12.5 EUR`]);
  expect(await save(withIds)).toMatchObject({ replaced: 1 });
  expect(await listSpend()).toEqual([`${DAY} Sale 5 EUR`, `${DAY} Sale 7 EUR`]);
});

test("A file with all campaigns of its days replaces those of earlier files, of periods too", async () => {
  await save([spend("Spring", "31", { day: "2026-11-01", toDay: "2026-11-02" })]);
  await save([spend("Summer", "5"), spend("Other", "2", { accountId: "901" }), spend("Late#9", "1")]);
  const renamed = [spend("Summer LATAM", "5.40", { accountId: "900" })];
  expect(await save(renamed, null, true)).toMatchObject({ replaced: 2 });
  expect(await listSpend()).toEqual([
    "2026-11-01 Spring 31 EUR",
    `${DAY} Other 2 EUR`,
    `${DAY} Summer LATAM 5.4 EUR`,
  ]);
});

test("Rows from before reports were kept are taken for reports of their files", async () => {
  const file = await createSpendFile(owner, { createdAt: laterThanBefore() });
  await save([spend("Summer", "10"), spend("Winter", "4")], file);
  await SpendReport.destroy({ where: { workspaceId } });
  await SpendRow.update({ isWorkedOut: false }, { where: { workspaceId } });
  const later = await createSpendFile(owner, { createdAt: laterThanBefore() });
  expect(await save([spend("Summer", "11")], later)).toMatchObject({ replaced: 1 });
  expect(await listSpend()).toEqual([`${DAY} Summer 11 EUR`, `${DAY} Winter 4 EUR`]);
  await erase(later.id);
  expect(await listSpend()).toEqual([`${DAY} Summer 10 EUR`, `${DAY} Winter 4 EUR`]);
});
