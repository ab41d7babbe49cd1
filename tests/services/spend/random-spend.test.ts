import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { plusDays } from "#app/lib/periods.ts";
import type { Spend } from "#app/lib/spend.ts";
import { AdObject, SpendImport, SpendReport, SpendRow } from "#app/models/index.server.ts";
import { workOutMarkedDays } from "#app/services/spend/counting/marked-days.server.ts";
import { workOutSpend } from "#app/services/spend/counting/work-out-spend.server.ts";
import { deleteSpend } from "#app/services/spend/delete-spend.server.ts";
import { saveSpend } from "#app/services/spend/save-spend.server.ts";
import { createOwner, createSpendFile, type Owner } from "../../factories/index.ts";
import { chances } from "../../support/change-claims.ts";

const FIRST = "2026-11-01";
const FILES = 8;
const WORLDS = 4;

type File = { uploaded: number; spend: Spend[]; isComplete: boolean };

/** Files of days and periods, with campaigns, their ads, totals, accounts and currencies. */
function createFile(random: () => number, uploaded: number): File {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const accountId = pick(["", "900", "901"]);
  const length = pick([1, 1, 1, 3, 7, 30]);
  const spend = Array.from({ length: 1 + Math.floor(random() * 5) }, (): Spend => {
    const day = plusDays(FIRST, Math.floor(random() * 20));
    const name = pick(["Summer", "Winter"]);
    const objectId = pick([`${accountId}${name === "Summer" ? 1 : 2}`, null]);
    const campaign = pick([{ objectId, name }, { objectId, name }, null]);
    const ad = campaign && random() < 0.3 ? { objectId: null, name: pick(["Video", "Image"]) } : null;
    return {
      day,
      toDay: plusDays(day, length - 1),
      adPlatform: "meta",
      accountId,
      campaign,
      adSet: null,
      ad,
      source: null,
      currency: pick(["EUR", "EUR", "USD"]),
      amount: (random() * 90 - 9).toFixed(2),
      impressions: Math.floor(random() * 900),
      clicks: null,
      conversions: pick([null, "1.5"]),
    };
  });
  return { uploaded, spend, isComplete: random() < 0.15 };
}

/** Makes the ad objects first: which ones an id and a name find depends on what came before. */
async function createWorld(files: readonly File[]) {
  const owner = await createOwner();
  for (const { id } of await saveFiles(owner, files)) await erase(owner, id);
  return owner;
}

async function erase({ workspace }: Owner, importId: string): Promise<void> {
  await inTransaction((transaction) => deleteSpend({ workspaceId: workspace.id, importId }, transaction));
  await workOutMarkedDays();
}

async function saveFiles(owner: Owner, files: readonly File[]): Promise<(File & { id: string })[]> {
  const saved: (File & { id: string })[] = [];
  for (const file of files) {
    const createdAt = new Date(Date.UTC(2026, 10, 25, 0, 0, file.uploaded));
    const { id } = await createSpendFile(owner, { createdAt });
    const { isComplete, spend } = file;
    const reading = { workspaceId: owner.workspace.id, origin: "file", importId: id, reportedAt: createdAt };
    await inTransaction((transaction) =>
      saveSpend({ ...reading, origin: "file", isComplete }, spend, transaction),
    );
    saved.push({ ...file, id });
  }
  return saved;
}

async function listRows({ workspace: { id: workspaceId } }: Owner): Promise<string[]> {
  const [rows, ads, files] = await Promise.all([
    SpendRow.findAll({ where: { workspaceId }, raw: true }),
    AdObject.findAll({ where: { workspaceId }, raw: true }),
    SpendImport.findAll({ where: { workspaceId }, raw: true }),
  ]);
  const names = new Map(ads.map(({ id, name, objectId }) => [id, `${name} ${objectId}`]));
  const uploaded = new Map(files.map(({ id, createdAt }) => [id, +new Date(createdAt)]));
  return rows
    .map((row) =>
      [
        row.day,
        row.accountId,
        names.get(row.campaignRef ?? ""),
        names.get(row.adRef ?? ""),
        row.currency,
        Number(row.amount),
        row.impressions,
        Number(row.conversions),
        Boolean(row.isSpread),
        uploaded.get(row.importId ?? ""),
      ].join(" "),
    )
    .sort();
}

test("What counts depends on what is there, and not on the order in which it came or went", async () => {
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const random = chances(seed);
    const files = Array.from({ length: FILES }, (_, index) => createFile(random, index));
    const stays = files.filter(() => random() < 0.7);
    const [one, other] = [await createWorld(files), await createWorld(files)];
    await saveFiles(one, stays);
    const all = await saveFiles(other, [...files].reverse());
    for (const file of all)
      if (!stays.some(({ uploaded }) => uploaded === file.uploaded)) await erase(other, file.id);
    const rows = await listRows(one);
    expect(await listRows(other), `world ${seed}`).toEqual(rows);

    // Working it out again changes nothing.
    const { id: workspaceId } = one.workspace;
    const before = await SpendRow.findAll({ where: { workspaceId }, attributes: ["id"], raw: true });
    const days = (await SpendReport.findAll({ where: { workspaceId }, raw: true })).map(({ day }) => day);
    await inTransaction((transaction) =>
      workOutSpend({ workspaceId, adPlatform: "meta" }, days, transaction),
    );
    const after = await SpendRow.findAll({ where: { workspaceId }, attributes: ["id"], raw: true });
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  }
});
