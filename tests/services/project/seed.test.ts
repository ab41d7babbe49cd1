import { Op, QueryTypes } from "sequelize";
import { expect, test } from "vitest";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { toVerdict } from "#app/lib/campaign-verdict.ts";
import { dayIn, hourIn } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { timeOfId } from "#app/lib/ids.ts";
import { plusDays } from "#app/lib/periods.ts";
import { toProofText } from "#app/lib/proof/proof-file.ts";
import { verifyProof } from "#app/lib/proof/verify-proof.ts";
import {
  AdObject,
  Commission,
  Delivery,
  DeliveryAttempt,
  MonthTotal,
  SpendRow,
  Submission,
  TelegramBot,
} from "#app/models/index.server.ts";
import { getTelegramFigures } from "#app/services/analytics/get-telegram-figures.server.ts";
import { getProof } from "#app/services/proof/get-proof.server.ts";
import { listDueEntries } from "#app/services/telegram/doors/decide-entry.server.ts";
import { listDoors } from "#app/services/telegram/doors/manage-doors.server.ts";
import { seedDemo } from "../../../scripts/demo-data.ts";
import { TIME_ZONE } from "../../../scripts/demo-time-zone.ts";
import { seedManyClaims } from "../../../scripts/many-claims.ts";
import { createMissingIndexes, withoutIndexes } from "../../../scripts/without-indexes.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";

const readStates = async () => new Set((await Delivery.findAll()).map(({ state }) => state));

async function expectMonthsToAddUp(): Promise<void> {
  const sum = (rows: { amount: string | null }[]) =>
    Math.round(rows.reduce((total, { amount }) => total + 100 * Number(amount), 0));
  const verified = await Submission.findAll({ where: { status: "handled" } });
  const commissions = await Commission.findAll();
  expect(sum(await MonthTotal.findAll({ where: { kind: "verified" } }))).toBe(
    sum(verified.map(({ verifiedAmount: amount }) => ({ amount }))),
  );
  expect(sum(await MonthTotal.findAll({ where: { kind: "earned" } }))).toBe(
    sum(commissions.map(({ earned: amount }) => ({ amount }))),
  );
}

test("the demo has claims in every state, with true totals and proofs that verify", async () => {
  expect(await seedDemo()).toBe(true);
  expect(await seedDemo()).toBe(false);

  const claims = await Submission.findAll();
  expect(claims).toHaveLength(204);
  expect(new Set(claims.map(({ status }) => status))).toEqual(new Set(["pending", "handled", "rejected"]));
  expect(await readStates()).toEqual(new Set(["sent", "failed", "expired", "skipped"]));
  const outcomes = (await DeliveryAttempt.findAll()).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(["accepted", "transient", "permanent"]));
  expect(claims.some(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true);
  expect(claims.every(({ createdAt, handledAt }) => !handledAt || handledAt > createdAt)).toBe(true);
  await expectTotalsToBeTrue();
  await expectMonthsToAddUp();
  for (const { id: submissionId, workspaceId, status } of claims.slice(0, 40)) {
    const text = toProofText(await getProof({ workspaceId, submissionId }));
    const { proof, problems } = await verifyProof(text);
    expect([submissionId, problems]).toEqual([submissionId, []]);
    expect(proof?.entries.length === 1).toBe(status === "pending");
  }
});

test("the demo has 90 days of spend, on campaigns that its claims name, that its ad platforms have accepted, and one of them loses money", async () => {
  await seedDemo();
  const rows = await SpendRow.findAll();
  expect(new Set(rows.map(({ adPlatform }) => adPlatform))).toEqual(new Set(["meta", "tiktok", ""]));
  expect(new Set(rows.map(({ day }) => day)).size).toBe(90);
  const fee = rows.filter(({ source }) => source !== null);
  expect(fee.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(900);

  const claims = await Submission.findAll({ where: { status: "handled" } });
  const spark = claims.filter(({ campaign }) => campaign === "spark-northgate").map(({ id }) => id);
  const accepted = { adPlatform: "tiktok", state: "sent" as const, submissionId: spark };
  expect(await Delivery.count({ where: accepted })).toBeGreaterThan(0);
  const commissions = new Map((await Commission.findAll()).map((one) => [one.submissionId, one.earned]));
  const campaigns = await AdObject.findAll({ where: { level: "campaign" } });
  expect(campaigns).toHaveLength(5);
  const profits = campaigns.map(({ id, name, objectId }) => {
    const own = claims.filter(({ campaign, campaignId }) => campaign === name || campaignId === objectId);
    expect(own.length).toBeGreaterThan(3);
    const spend = rows.filter(({ campaignRef }) => campaignRef === id);
    const cost = spend.reduce((sum, { amount }) => sum + Number(amount), 0);
    return own.reduce((sum, claim) => sum + Number(commissions.get(claim.id) ?? 0), -cost);
  });
  expect(profits.filter((profit) => profit < 0)).toHaveLength(1);
});

test("the demo has a bot with one door, at which people wait, are in and have left, and its figures", async () => {
  const now = new Date();
  await seedDemo(now);
  const { workspaceId } = await TelegramBot.findOne({ rejectOnEmpty: true });
  expect(await listDoors(workspaceId)).toMatchObject([{ cameThrough: 5, due: 3 }]);
  expect(await listDueEntries(workspaceId)).toHaveLength(3);
  const days = { from: plusDays(dayIn(TIME_ZONE, now), -27), to: dayIn(TIME_ZONE, now) };
  const figures = await getTelegramFigures({ id: workspaceId, timeZone: TIME_ZONE }, days, now);
  expect(figures).toMatchObject({ started: 17, claimed: 8, verified: 7, cameIn: 5 });
});

test("in the demo's last 28 days one campaign certainly earns and another loses", async () => {
  const now = new Date();
  await seedDemo(now);
  const from = plusDays(dayIn(TIME_ZONE, now), -27);
  const ofDays = { where: { day: { [Op.gte]: from } } };
  const [claims, spend, commissions] = await Promise.all([
    Submission.findAll(ofDays),
    SpendRow.findAll(ofDays),
    Commission.findAll(),
  ]);
  const campaigns = await AdObject.findAll({ where: { level: "campaign" } });
  const verdicts = campaigns.map(({ id, name }) => {
    const own = claims.filter(({ campaign }) => campaign === name);
    const verified = own.filter(({ status }) => status === "handled").map(({ id }) => id);
    const earned = commissions.filter(({ submissionId }) => verified.includes(submissionId));
    const { kind } = toVerdict({
      claims: own.length,
      verified: verified.length,
      waiting: own.filter(({ status }) => status === "pending").length,
      spend: sum(spend.filter(({ campaignRef }) => campaignRef === id).map(({ amount }) => amount)),
      hasSpend: true,
      commission: sum(earned.map(({ earned }) => earned)),
      usualCommission: null,
    });
    return [name, kind];
  });
  expect(Object.fromEntries(verdicts)).toMatchObject({
    "story-november": "earns",
    "spark-northgate": "loses",
  });
});

const sum = (amounts: (string | null)[]) => `${amounts.reduce((total, amount) => total + Number(amount), 0)}`;

test("many claims have the number that was asked for, in four workspaces, with true totals", async () => {
  expect(await seedManyClaims(2_000)).toBe(true);
  expect(await seedManyClaims(2_000)).toBe(false);

  const claims = await Submission.findAll();
  const counts = groupBy(claims, ({ workspaceId }) => workspaceId);
  expect([...counts.values()].map(({ length }) => length).sort()).toEqual([200, 400, 600, 800]);
  for (const { id, createdAt, day, hour } of claims) {
    expect(timeOfId(id)).toEqual(createdAt);
    expect([day, hour]).toEqual([dayIn(TIME_ZONE, createdAt), hourIn(TIME_ZONE, createdAt)]);
  }
  for (const ofOne of counts.values()) {
    for (const column of ["email", "phone", "submissionKey"] as const)
      expect(new Set(ofOne.map((claim) => claim[column])).size).toBe(ofOne.length);
  }
  expect(await readStates()).toEqual(new Set(["sent", "failed", "expired", "skipped"]));
  await expectTotalsToBeTrue();
  await expectMonthsToAddUp();
});

test.runIf(!isSqlite)("indexes that a run of the seed left out are created by the next one", async () => {
  const readIndexes = () =>
    sequelize.query(
      `SELECT INDEX_NAME, SEQ_IN_INDEX, COLUMN_NAME FROM information_schema.STATISTICS
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'deliveries' ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
      { type: QueryTypes.SELECT },
    );
  const before = await readIndexes();
  // As a process that was killed: it never comes to its end.
  await new Promise<void>((resolve) => {
    void withoutIndexes(["deliveries"], () => {
      resolve();
      return new Promise(() => undefined);
    });
  });
  expect((await readIndexes()).length).toBeLessThan(before.length);
  expect(await createMissingIndexes()).toBeGreaterThan(0);
  expect(await readIndexes()).toEqual(before);
  expect(await createMissingIndexes()).toBe(0);
});
