import { beforeEach, expect, test } from "vitest";
import { claimDue } from "#app/database/leases.server.ts";
import { SpendImport, SpendRow } from "#app/models/index.server.ts";
import { presentSpendFile } from "#app/presenters/spend-file.ts";
import type { SpendFileInput } from "#app/schemas/spend-files.ts";
import { answerSpendFile } from "#app/services/spend/answer-spend.server.ts";
import { readSpendImport, type SpendImportResult } from "#app/services/spend/read-spend.server.ts";
import { SPEND_TEMPLATE } from "#app/services/spend/reading/spend-template.ts";
import { deleteSpendImport } from "#app/services/spend/spend-imports.server.ts";
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
    await readSpendImport(lease, () => false);
  const found = await SpendImport.findByPk(importId, { rejectOnEmpty: true });
  const result = JSON.parse(found.result ?? "null") as SpendImportResult | null;
  return { found, result, questions: presentSpendFile(found).questions.map(({ id }) => id) };
}

async function uploadAndRead(content: string, name?: string) {
  const { uploaded } = await upload(content, name);
  const id = uploaded[0]?.id ?? "";
  return { id, ...(await read(id)) };
}

const answer = (importId: string, answers: SpendFileInput) => answerSpendFile({ access, importId, answers });

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
    ...{ state: "ready", adPlatform: "meta", accountId: "900", currency: "EUR", rowCount: 2 },
    ...{ fromDay: "2026-11-02", toDay: "2026-11-03", isSpread: false, dueAt: null },
  });
  expect(result).toMatchObject({ rows: 2, saved: 2, replaced: 0, skipped: 0, empty: 1, newAccounts: [] });
  expect((await upload(META)).uploaded).toEqual([{ id, isNew: false }]);
  const again = await uploadAndRead(`${META}\n`);
  expect(again.result).toMatchObject({ saved: 2, replaced: 2 });
  expect(await listAmounts()).toEqual(["2026-11-02 meta 10.5 EUR", "2026-11-03 meta 7 EUR"]);
});

test("A file counts again when it is uploaded again, after the one that replaced it is deleted", async () => {
  const { id } = await uploadAndRead(META);
  const later = await uploadAndRead(META.replace("10.50", "11.50"));
  await deleteSpendImport({ access, importId: later.id });
  expect(await listAmounts()).toEqual([]);
  expect((await upload(META)).uploaded).toEqual([{ id, isNew: false }]);
  expect((await read(id)).found.state).toBe("ready");
  expect(await listAmounts()).toEqual(["2026-11-02 meta 10.5 EUR", "2026-11-03 meta 7 EUR"]);
});

test("A file of an account that had no spend is read, and said", async () => {
  await uploadAndRead(META);
  const { result } = await uploadAndRead(META.replaceAll(",900,", ",901,").replaceAll(",1,", ",3,"));
  expect(result?.newAccounts).toEqual(["901"]);
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
    ...{ adPlatform: "tiktok", currency: "EUR" },
  });
  expect(await read(id)).toMatchObject({ found: { state: "ready" }, questions: [] });
  expect(await listAmounts()).toEqual(["2026-11-02 tiktok 12.5 EUR", "2026-11-03 tiktok 7.25 EUR"]);

  const next = await uploadAndRead("Date,Name,Figure\n2026-11-04,Summer,3.00", "next.csv");
  expect(next.found).toMatchObject({ state: "ready", adPlatform: "tiktok" });

  // Another answer replaces what was saved.
  await answer(id, { adPlatform: "snapchat" });
  await read(id);
  expect(await listAmounts()).toEqual([
    ...["2026-11-02 snapchat 12.5 EUR", "2026-11-03 snapchat 7.25 EUR", "2026-11-04 tiktok 3 EUR"],
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
