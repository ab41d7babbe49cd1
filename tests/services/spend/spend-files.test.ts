import { writeXlsx } from "hucre/xlsx";
import { beforeEach, expect, test } from "vitest";
import { claimDue } from "#app/database/leases.server.ts";
import { FILE_KINDS } from "#app/jobs/files.server.ts";

import { newId } from "#app/lib/ids.ts";
import { ImportPart, SpendImport, SpendReport, SpendRow } from "#app/models/index.server.ts";
import { presentSpendImport } from "#app/presenters/spend.ts";
import { presentSpendFile } from "#app/presenters/spend-file.ts";
import type { SpendFileInput } from "#app/schemas/spend-files.ts";
import { deleteOldFiles } from "#app/services/imports/delete-old-files.server.ts";
import { readImport } from "#app/services/imports/read-import.server.ts";
import { answerSpendFile } from "#app/services/spend/answer-spend.server.ts";
import { workOutMarkedDays } from "#app/services/spend/counting/marked-days.server.ts";
import type { SpendImportResult } from "#app/services/spend/read-spend.server.ts";
import { SPEND_TEMPLATE } from "#app/services/spend/reading/spend-template.ts";
import {
  deleteSpendImport,
  getSpendImport,
  listSpendImports,
} from "#app/services/spend/spend-imports.server.ts";
import { uploadSpendFiles } from "#app/services/spend/upload-spend.server.ts";
import { storeFile } from "#app/services/uploads/uploads.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { createOwner, toAccess } from "../../factories/index.ts";
import { createZip } from "../../support/zip.ts";

let access: Access;
let workspaceId: string;
beforeEach(async () => {
  const owner = await createOwner();
  workspaceId = owner.workspace.id;
  access = toAccess(owner);
});

async function upload(content: string | Buffer, name = "meta.csv") {
  const file = await storeFile({ workspaceId, name }, [Buffer.from(content)]);
  return uploadSpendFiles({ access, files: [file] });
}

/** Runs the job, and says how the file stands. */
async function read(importId: string) {
  for (const lease of await claimDue(SpendImport, { id: [importId], state: "reading" }))
    await readImport(lease, FILE_KINDS, () => false);
  const found = await SpendImport.findByPk(importId, { rejectOnEmpty: true });
  const result = JSON.parse(found.result ?? "null") as SpendImportResult | null;
  return { found, result, questions: presentSpendFile(found).questions.map(({ id }) => id) };
}

async function uploadAndRead(content: string | Buffer, name?: string) {
  const { uploaded } = await upload(content, name);
  const id = uploaded[0]?.id ?? "";
  return { id, ...(await read(id)) };
}

const answer = (importId: string, answers: SpendFileInput) => answerSpendFile({ access, importId, answers });

async function erase(importId: string): Promise<void> {
  await deleteSpendImport({ access, importId });
  await workOutMarkedDays();
}

async function listAmounts(): Promise<string[]> {
  const rows = await SpendRow.findAll({ where: { workspaceId }, raw: true });
  return rows.map((row) => `${row.day} ${row.adPlatform} ${Number(row.amount)} ${row.currency}`).sort();
}

const META = `Day,Account ID,Campaign name,Campaign ID,Amount spent (EUR),Impressions
2026-11-02,900,Summer,1,10.50,100
2026-11-03,900,Summer,1,,
2026-11-03,900,Winter,2,7.00,80`;

test("A file is read in a thread, and its spend is saved once however often it is uploaded", async () => {
  const { id, found, result } = await uploadAndRead(META);
  expect(found).toMatchObject({
    state: "ready",
    adPlatform: "meta",
    accountId: "900",
    currency: "EUR",
    rowCount: 2,
    fromDay: "2026-11-02",
    toDay: "2026-11-03",
    isSpread: false,
    dueAt: null,
  });
  expect(result).toMatchObject({ rows: 2, saved: 2, replaced: 0, empty: 1, newAccounts: [] });
  expect((await upload(META)).uploaded).toEqual([{ id, isNew: false }]);
  const again = await uploadAndRead(`${META}\n`);
  expect(again.result).toMatchObject({ saved: 2, replaced: 2 });
  expect(await listAmounts()).toEqual(["2026-11-02 meta 10.5 EUR", "2026-11-03 meta 7 EUR"]);
});

test("What a deleted file had replaced counts again, and a file that is uploaded again counts as the latest", async () => {
  const { id } = await uploadAndRead(META);
  const later = await uploadAndRead(META.replace("10.50", "11.50"));
  expect(await listAmounts()).toEqual(["2026-11-02 meta 11.5 EUR", "2026-11-03 meta 7 EUR"]);
  expect((await upload(META)).uploaded).toEqual([{ id, isNew: false }]);
  expect((await read(id)).result).toMatchObject({ replaced: 2, replacedFiles: ["meta.csv"] });
  expect(await listAmounts()).toEqual(["2026-11-02 meta 10.5 EUR", "2026-11-03 meta 7 EUR"]);
  await erase(id);
  expect(await listAmounts()).toEqual(["2026-11-02 meta 11.5 EUR", "2026-11-03 meta 7 EUR"]);
  await erase(later.id);
  expect(await listAmounts()).toEqual([]);
});

test("What a file of the wrong ad platform had replaced counts again once it is corrected", async () => {
  await uploadAndRead(META);
  const wrong = await uploadAndRead(
    META.replace("10.50", "11.50").replace("Amount spent (EUR)", "Cost (EUR)"),
  );
  expect(await listAmounts()).toContain("2026-11-02 meta 11.5 EUR");
  await answer(wrong.id, { adPlatform: "tiktok" });
  await read(wrong.id);
  expect(await listAmounts()).toEqual([
    "2026-11-02 meta 10.5 EUR",
    "2026-11-02 tiktok 11.5 EUR",
    "2026-11-03 meta 7 EUR",
    "2026-11-03 tiktok 7 EUR",
  ]);
});

test("A file without days is spread over what files of days leave of its period", async () => {
  const month = `Campaign name,Amount spent (EUR),Reporting starts,Reporting ends
Summer,300.00,2026-11-01,2026-11-30`;
  const { id, found } = await uploadAndRead(month, "month.csv");
  expect(found).toMatchObject({ isSpread: true, fromDay: "2026-11-01", toDay: "2026-11-30", rowCount: 1 });
  expect(await listAmounts()).toHaveLength(30);
  const day = "Day,Campaign name,Amount spent (EUR)\n2026-11-02,Summer,155.00";
  const other = await uploadAndRead(day, "meta day.csv");
  const amounts = await listAmounts();
  expect(amounts.filter((row) => row.endsWith(" meta 5 EUR"))).toHaveLength(29);
  expect(amounts).toContain("2026-11-02 meta 155 EUR");
  const partly = await getSpendImport({ workspaceId, importId: id });
  expect(partly.counted?.map(({ amount }) => Number(amount))).toEqual([145]);
  expect(partly.leftOut).toEqual([
    { reason: "days", rows: 1, sums: [{ amount: "155", currency: "EUR" }], campaigns: ["Summer"] },
  ]);
  await erase(other.id);
  const whole = await getSpendImport({ workspaceId, importId: id });
  expect(whole.leftOut).toEqual([]);
  expect(whole.counted?.map(({ amount }) => Number(amount))).toEqual([300]);
});

test("A file of an account that had no spend is read, and said", async () => {
  await uploadAndRead(META);
  const { result } = await uploadAndRead(META.replaceAll(",900,", ",901,").replaceAll(",1,", ",3,"));
  expect(result?.newAccounts).toEqual(["901"]);
});

test("A file says whose rows it replaced, and an earlier file what of it still counts", async () => {
  const { id } = await uploadAndRead(META);
  const later = "Day,Account ID,Campaign name,Campaign ID,Amount spent (EUR)\n2026-11-02,900,Summer,1,11.00";
  const { result } = await uploadAndRead(later, "meta later.csv");
  expect(result).toMatchObject({
    replaced: 1,
    replacedSums: [{ amount: "10.5", currency: "EUR" }],
    replacedFiles: ["meta.csv"],
  });
  const { imports } = await listSpendImports({ workspaceId, page: 1, limit: 20 });
  const counted = imports.map(({ name, counted: sums = [] }) => [
    name,
    sums.map((sum) => Number(sum.amount)),
  ]);
  expect(new Map(counted as [string, number[]][])).toEqual(
    new Map([
      ["meta later.csv", [11]],
      ["meta.csv", [7]],
    ]),
  );
  const found = await getSpendImport({ workspaceId, importId: id });
  expect(presentSpendImport(found).counted).toEqual([{ amount: "7.00", currency: "EUR" }]);
});

const UNKNOWN = "Date,Name,Figure\n2026-11-02,Summer,12.50\n2026-11-03,Summer,7.25";

test("What a file leaves open is asked, and what was answered is remembered for its headings", async () => {
  const { id, found, questions } = await uploadAndRead(UNKNOWN, "mine.csv");
  expect(found.state).toBe("columns");
  expect(questions).toEqual(["columns", "adPlatform", "currency"]);
  await answer(id, {
    columns: [
      { index: 1, meaning: "campaign" },
      { index: 2, meaning: "amount" },
    ],
    adPlatform: "tiktok",
    currency: "EUR",
  });
  expect(await read(id)).toMatchObject({ found: { state: "ready" }, questions: [] });
  expect(await listAmounts()).toEqual(["2026-11-02 tiktok 12.5 EUR", "2026-11-03 tiktok 7.25 EUR"]);

  const next = await uploadAndRead("Date,Name,Figure\n2026-11-04,Summer,3.00", "next.csv");
  expect(next.found).toMatchObject({ state: "ready", adPlatform: "tiktok" });

  // Another answer replaces what was saved.
  await answer(id, { adPlatform: "snapchat" });
  await read(id);
  expect(await listAmounts()).toEqual([
    "2026-11-02 snapchat 12.5 EUR",
    "2026-11-03 snapchat 7.25 EUR",
    "2026-11-04 tiktok 3 EUR",
  ]);
});

test("A ZIP is several files, and the template is one that leaves nothing open", async () => {
  const zip = await createZip({ "meta.csv": META, "template.csv": SPEND_TEMPLATE });
  const { uploaded, isZip } = await upload(zip, "all.zip");
  expect(isZip).toBe(true);
  const [, template] = uploaded;
  const { found } = await read(template?.id ?? "");
  expect(found).toMatchObject({ name: "template.csv", state: "ready", adPlatform: "", rowCount: 2 });
  expect(await listAmounts()).toEqual(["2026-11-01 meta 120.5 EUR", "2026-11-01 tiktok 80 USD"]);
});

test("A file that can't be read fails with a sentence, and may be uploaded again", async () => {
  const { id, found } = await uploadAndRead("Day,Campaign name,Amount spent (EUR)\n");
  expect(found).toMatchObject({ state: "failed", activeHash: null });
  expect(found.error).toBe("Line 1 has headings, but there are no rows below it.");
  await expect(answer(id, { currency: "EUR" })).rejects.toMatchObject({ code: "changed_meanwhile" });
  const again = await upload("Day,Campaign name,Amount spent (EUR)\n");
  expect(again.uploaded[0]).toMatchObject({ isNew: true });
});

test("Answers for what is not there are refused, and so is another workspace's file", async () => {
  const { id } = await uploadAndRead(UNKNOWN, "mine.csv");
  const period = { from: "2026-11-03", to: "2026-11-02" };
  await expect(answer(id, { sheet: 7 })).rejects.toMatchObject({ errors: [{ field: "sheet" }] });
  await expect(answer(id, { columns: [{ index: 9, meaning: "ignore" }] })).rejects.toMatchObject({
    errors: [{ field: "columns" }],
  });
  await expect(answer(id, { period })).rejects.toMatchObject({ errors: [{ field: "period" }] });
  access = toAccess(await createOwner());
  await expect(answer(id, { currency: "EUR" })).rejects.toMatchObject({ status: 404 });
});

test("Nothing of a file counts while it waits for an answer", async () => {
  const { id } = await uploadAndRead(META);
  await answer(id, { columns: [{ index: 4, meaning: "ignore" }] });
  expect(await read(id)).toMatchObject({ found: { state: "columns", rowCount: 0 } });
  expect(await listAmounts()).toEqual([]);
  await answer(id, { columns: [{ index: 4, meaning: "amount" }] });
  expect((await read(id)).found.state).toBe("ready");
  expect(await listAmounts()).toEqual(["2026-11-02 meta 10.5 EUR", "2026-11-03 meta 7 EUR"]);
});

test("Nothing of a file counts that fails when it is read again", async () => {
  const { id } = await uploadAndRead(META);
  await ImportPart.update({ content: Buffer.from("Day,Campaign name") }, { where: { importId: id } });
  await answer(id, { currency: "USD" });
  expect((await read(id)).found.state).toBe("failed");
  expect(await listAmounts()).toEqual([]);
});

test("A reading that lost its lease writes nothing", async () => {
  const { uploaded } = await upload(META);
  const id = uploaded[0]?.id ?? "";
  const [lease] = await claimDue(SpendImport, { id: [id], state: "reading" });
  await SpendImport.update({ leaseToken: newId() }, { where: { id } });
  await readImport({ id, token: lease?.token ?? "" }, FILE_KINDS, () => false);
  expect(await listAmounts()).toEqual([]);
  expect(await SpendImport.findByPk(id)).toMatchObject({ state: "reading", sheets: "[]", columns: null });
});

test("A column that gets a meaning takes it from the one that had it, also in the next file", async () => {
  const rows = "Date,First,Second\n2026-11-02,12.50,1\n2026-11-03,7.25,2";
  const { id } = await uploadAndRead(rows, "mine.csv");
  const whole = { adPlatform: "tiktok", currency: "EUR" } as const;
  const amountsOf = (found: SpendImport) =>
    presentSpendFile(found).columns.flatMap(({ index, meaning }) => (meaning === "amount" ? [index] : []));
  await answer(id, { columns: [{ index: 1, meaning: "amount" }], ...whole });
  expect(amountsOf((await read(id)).found)).toEqual([1]);
  await answer(id, { columns: [{ index: 2, meaning: "amount" }] });
  expect(amountsOf((await read(id)).found)).toEqual([2]);
  const next = await uploadAndRead(`${rows}\n2026-11-04,1,3`, "next.csv");
  expect(amountsOf(next.found)).toEqual([2]);
  const both = [1, 0].map((index) => ({ index, meaning: "clicks" as const }));
  await expect(answer(id, { columns: both })).rejects.toMatchObject({ errors: [{ field: "columns" }] });
});

test("Another sheet keeps what was said of the file, but nothing of the columns", async () => {
  const sheet = (name: string, amount: number) => ({
    name,
    rows: [
      ["Date", "Name", "Figure"],
      [new Date("2026-11-02"), "Summer", amount],
    ],
  });
  const book = await writeXlsx({ sheets: [sheet("One", 5.25), sheet("Two", 6.5)] });
  const { id, questions } = await uploadAndRead(Buffer.from(book), "mine.xlsx");
  expect(questions).toEqual(["sheet"]);
  await answer(id, { sheet: 0 });
  await read(id);
  const columns = [{ index: 2, meaning: "amount" as const }];
  await answer(id, { columns, adPlatform: "tiktok", currency: "EUR" });
  expect((await read(id)).found.state).toBe("ready");
  expect(await listAmounts()).toEqual(["2026-11-02 tiktok 5.25 EUR"]);
  await answer(id, { sheet: 1 });
  const { found } = await read(id);
  expect(JSON.parse(found.answers ?? "")).toEqual({ adPlatform: "tiktok", currency: "EUR" });
  // The columns are those that were remembered for the headings.
  expect(await listAmounts()).toEqual(["2026-11-02 tiktok 6.5 EUR"]);
});

test("A file is deleted after 30 days and its rows stay; one with an open question goes with it", async () => {
  const { id } = await uploadAndRead(META);
  const { id: openId } = await uploadAndRead(UNKNOWN, "mine.csv");
  await uploadAndRead(META.replaceAll("2026-11", "2026-10"), "meta later.csv");
  await uploadAndRead("Day,Campaign ID,Amount spent (EUR)\n2026-11-02,1,11.00", "meta again.csv");
  await SpendImport.update({ expiresAt: new Date() }, { where: { id: [id, openId] } });
  while (await deleteOldFiles(FILE_KINDS));
  expect(await SpendImport.findByPk(openId)).toBeNull();
  expect(await ImportPart.count({ where: { importId: id } })).toBe(0);
  expect(await ImportPart.count()).toBe(2);
  expect(await listAmounts()).toHaveLength(4);
  const kept = await SpendReport.findAll({ where: { importId: id }, raw: true });
  expect(kept.map(({ day }) => day)).toEqual(["2026-11-03"]);
  await expect(answer(id, { currency: "EUR" })).rejects.toMatchObject({ code: "changed_meanwhile" });
  // The same file is a new one now, and counts once.
  expect((await upload(META)).uploaded[0]).toMatchObject({ isNew: true });
});

test("Two currencies, a credit and an empty amount of one file count once each", async () => {
  const content = `Day,Campaign,Currency code,Cost,Impr.
2026-11-02,Brand,EUR,-3.10,0
2026-11-02,Paused,EUR,,0
2026-11-02,Other,USD,5.00,9`;
  const { result } = await uploadAndRead(content, "google.csv");
  expect(result).toMatchObject({ saved: 2, empty: 1 });
  expect(await listAmounts()).toEqual(["2026-11-02 google -3.1 EUR", "2026-11-02 google 5 USD"]);
});

test("A campaign that is renamed in the middle of overlapping files counts once", async () => {
  const day = (number: number, name: string) => `2026-11-0${number},${name},5.00,${100 + number}`;
  const file = (...rows: string[]) =>
    ["Day,Campaign name,Amount spent (EUR),Impressions", ...rows].join("\n");
  await uploadAndRead(file(day(1, "Summer"), day(2, "Summer"), day(3, "Summer LATAM")));
  await uploadAndRead(file(day(2, "Summer LATAM"), day(3, "Summer LATAM"), day(4, "Summer LATAM")));
  expect(await listAmounts()).toEqual([1, 2, 3, 4].map((number) => `2026-11-0${number} meta 5 EUR`));
});

test("A file says which campaigns count beside it, until its owner says that it has all of them", async () => {
  const file = (name: string, amount: string) =>
    `Day,Campaign name,Amount spent (EUR),Impressions\n2026-11-02,${name},${amount},1204`;
  await uploadAndRead(file("Summer", "10.00"));
  const { id, result } = await uploadAndRead(file("Summer LATAM", "10.40"), "meta later.csv");
  expect(result?.others).toEqual({ campaigns: ["Summer"], sums: [{ amount: "10", currency: "EUR" }] });
  expect(await listAmounts()).toEqual(["2026-11-02 meta 10 EUR", "2026-11-02 meta 10.4 EUR"]);
  await answer(id, { campaigns: "all" });
  expect((await read(id)).result).toMatchObject({ replaced: 1, others: { campaigns: [], sums: [] } });
  expect(await listAmounts()).toEqual(["2026-11-02 meta 10.4 EUR"]);
  // It is said of this file, and not of the next one with these headings.
  const next = await uploadAndRead(file("Autumn", "3.00"), "meta next.csv");
  expect(next.result?.others?.campaigns).toEqual(["Summer LATAM"]);
});

test("Files without an account column are of different accounts once their owner says so", async () => {
  const file = (amount: string) => `Day,Amount spent (EUR)\n2026-11-02,${amount}`;
  await uploadAndRead(file("10.00"), "meta one.csv");
  const { id } = await uploadAndRead(file("7.00"), "meta two.csv");
  expect(await listAmounts()).toEqual(["2026-11-02 meta 7 EUR"]);
  await answer(id, { accountId: "act_901" });
  const first = await SpendImport.findOne({ where: { name: "meta one.csv" }, rejectOnEmpty: true });
  expect((await read(id)).found.accountId).toBe("901");
  await answer(first.id, { accountId: "900" });
  await read(first.id);
  expect(await listAmounts()).toEqual(["2026-11-02 meta 10 EUR", "2026-11-02 meta 7 EUR"]);
});

test("The amount and the figures of a period are spread evenly over its days, to the last digit", async () => {
  await uploadAndRead(`Campaign name,Amount spent (EUR),Impressions,Reporting starts,Reporting ends
Summer,100.00,10,2026-11-01,2026-11-03`);
  expect(await listAmounts()).toEqual([
    "2026-11-01 meta 33.34 EUR",
    "2026-11-02 meta 33.33 EUR",
    "2026-11-03 meta 33.33 EUR",
  ]);
  const rows = await SpendRow.findAll({ where: { workspaceId }, order: [["day", "ASC"]], raw: true });
  expect(rows.map(({ impressions }) => impressions)).toEqual([4, 3, 3]);
});

test("A file that is named after its ad platform is not read as the one before with its headings", async () => {
  const file = (day: string) => `Date,Campaign,Cost,Currency\n2026-11-0${day},Summer,3.00,EUR`;
  const { id } = await uploadAndRead(file("2"), "export.csv");
  await answer(id, { adPlatform: "google" });
  await read(id);
  await uploadAndRead(file("3"), "next.csv");
  await uploadAndRead(file("4"), "tiktok-november.csv");
  expect(await listAmounts()).toEqual([
    "2026-11-02 google 3 EUR",
    "2026-11-03 google 3 EUR",
    "2026-11-04 tiktok 3 EUR",
  ]);
});

test("Rows of one file whose periods overlap all count", async () => {
  const { id } = await uploadAndRead(
    `Start time,End time,Campaign Name,Spend,Currency,Swipe Ups
2026-11-01,2026-11-02,Snap A,10.00,USD,1
2026-11-02,2026-11-03,Snap A,20.00,USD,1
2026-11-03,2026-11-03,Snap A,5.00,USD,1`,
    "snapchat.csv",
  );
  expect((await getSpendImport({ workspaceId, importId: id })).counted).toMatchObject([{ currency: "USD" }]);
  expect(await listAmounts()).toEqual([
    "2026-11-01 snapchat 5 USD",
    "2026-11-02 snapchat 15 USD",
    "2026-11-03 snapchat 15 USD",
  ]);
});

test("Spend of another ad platform is stored under its name, in one form, and files like it are read alike", async () => {
  const file = (day: string) => `Day,Campaign,Spend,Currency\n2026-11-0${day},Summer,3.00,EUR`;
  const { id, questions } = await uploadAndRead(file("2"), "mine.csv");
  expect(questions).toEqual(["adPlatform"]);
  await answer(id, { adPlatform: "other", adPlatformName: "Mobidea" });
  const { found } = await read(id);
  expect(found).toMatchObject({ adPlatform: "Mobidea", state: "ready" });
  expect(presentSpendFile(found).reading).toMatchObject({ adPlatform: "other", adPlatformName: "Mobidea" });
  const next = await uploadAndRead(file("3"), "next.csv");
  expect(next.found.adPlatform).toBe("Mobidea");
  await answer(next.id, { adPlatformName: "MOBIDEA" });
  await read(next.id);
  await answer(next.id, { adPlatform: "other", adPlatformName: "Facebook Ads" });
  expect((await read(next.id)).found.adPlatform).toBe("meta");
  expect(await listAmounts()).toEqual(["2026-11-02 Mobidea 3 EUR", "2026-11-03 meta 3 EUR"]);
});

test("An ad platform that a file names in several ways is one, in the form that the workspace has first", async () => {
  const file = (...names: string[]) =>
    ["Day,Ad platform,Campaign,Spend,Currency"]
      .concat(["Facebook", ...names].map((name, at) => `2026-11-0${at + 1},${name},Summer,3.00,EUR`))
      .join("\n");
  const { result } = await uploadAndRead(file("Mobidea", "MOBI DEA ", "mobidea"), "mine.csv");
  const names = new Set(result?.accounts.map(({ adPlatform }) => adPlatform));
  expect([...names]).toEqual(["meta", "Mobidea"]);
  const first = ["1 meta", "2 Mobidea", "3 Mobidea", "4 Mobidea"].map((one) => `2026-11-0${one} 3 EUR`);
  expect(await listAmounts()).toEqual(first);
  // The same days of the same campaign, and those of another one.
  const next = await uploadAndRead(file("mobidea", "Exo Click", "EXOCLICK"), "next.csv");
  expect(next.result).toMatchObject({ replaced: 2, newAccounts: [] });
  const second = ["3 Exo Click", "4 Exo Click"].map((one) => `2026-11-0${one} 3 EUR`);
  expect(await listAmounts()).toEqual([...first, ...second].sort());
  // An answer is one more way to name it.
  const { id } = await uploadAndRead("Day,Campaign,Spend,Currency\n2026-11-09,Summer,4.00,EUR", "third.csv");
  await answer(id, { adPlatform: "other", adPlatformName: "exoclick" });
  const { found } = await read(id);
  expect(found.adPlatform).toBe("Exo Click");
  expect(presentSpendFile(found).reading).toMatchObject({ adPlatformName: "Exo Click" });
  expect(await listAmounts()).toContain("2026-11-09 Exo Click 4 EUR");
});

test("Of campaigns that count beside a file, or not at all, the first ten are named", async () => {
  const head = "Day,Account ID,Campaign name,Amount spent (EUR),Impressions";
  const file = (campaigns: string[], amount: string) =>
    [head, ...campaigns.map((name) => `2026-11-02,900,${name},${amount},90`)].join("\n");
  const campaigns = Array.from({ length: 11 }, (_, at) => `Campaign ${at}`);
  const first = await uploadAndRead(file(campaigns, "1.00"));
  const beside = await uploadAndRead(file(["Summer"], "2.00"));
  expect(beside.result?.others?.campaigns).toHaveLength(10);
  await uploadAndRead(file(campaigns, "3.00"));
  const { leftOut } = await getSpendImport({ workspaceId, importId: first.id });
  expect(leftOut).toMatchObject([{ reason: "later", rows: 11 }]);
  expect(leftOut?.[0]?.campaigns).toHaveLength(10);
});
