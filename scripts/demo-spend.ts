import { createHash } from "node:crypto";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY, dayIn } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { listDays, plusDays } from "#app/lib/periods.ts";
import { encrypt } from "#app/lib/secrets.server.ts";
import type { Spend } from "#app/lib/spend.ts";
import { SpendAccount, SpendImport, WorkspaceMember } from "#app/models/index.server.ts";
import { metaVariables } from "#app/services/ad-platforms/meta/variables.server.ts";
import { createMetaSpend } from "#app/services/spend/accounts/meta/meta-spend.server.ts";
import { msUntilNextReading } from "#app/services/spend/accounts/next-reading.ts";
import { addSpend } from "#app/services/spend/add-spend.server.ts";
import { saveSpend } from "#app/services/spend/save-spend.server.ts";
import { grantAccess } from "#app/services/workspaces/access.server.ts";
import { SANDBOX_AD_ACCOUNT } from "../sandbox/meta/insights.ts";
import { startSandbox } from "../sandbox/server.ts";
import type { SampleOwner } from "./sample-owner.ts";
import { TIKTOK_ADS } from "./sample-values.ts";

const DAYS = 90;
const CURRENCY = "EUR";
const TOKEN = "sandbox-demo-spend";
const TIKTOK_ACCOUNT = "7210000000000000001";
/** An influencer's, for a month. */
const FEE = {
  name: "Fee for the review of Northgate",
  source: "youtube",
  amount: "900",
  days: 30,
};

/** 90 days of spend: Meta's as its account reads it, TikTok's as from a file, and a fee by hand. */
export async function seedSpend(owner: SampleOwner, now: Date): Promise<void> {
  const { id: workspaceId, timeZone } = owner.workspace;
  const today = dayIn(timeZone, now);
  const from = plusDays(today, 1 - DAYS);
  await seedMeta(owner, { from, to: today, now });
  await seedTikTok(workspaceId, { from, to: plusDays(today, -1), now });
  await seedFee(owner, plusDays(today, -5));
}

async function seedMeta(
  { workspace, connections: [connection] }: SampleOwner,
  range: { from: string; to: string; now: Date },
) {
  const { now, from, to } = range;
  const accountId = `act_${SANDBOX_AD_ACCOUNT}`;
  const id = newId();
  const credential = { accessToken: TOKEN };
  const reading = { workspaceId: workspace.id, origin: "account", accountRef: id, reportedAt: now } as const;
  // The sandbox says what it will say to the demo's own readings.
  const sandbox = await startSandbox({ port: 0 });
  try {
    const reader = createMetaSpend({ graphUrl: sandbox.url, version: metaVariables.version });
    const found = await reader.findAccount({ credential, accountId });
    if (!found.ok) throw new Error("The sandbox does not know the demo's ad account.");
    const { currency, timeZone } = found.account;
    await SpendAccount.create({
      id,
      workspaceId: workspace.id,
      connectionId: connection.id,
      adPlatform: "meta",
      accountId,
      accountName: "Casa Trading",
      currency,
      timeZone,
      state: "connected",
      attemptCount: 0,
      credential: encrypt(JSON.stringify(credential), id),
      tokenEnding: TOKEN.slice(-4),
      lastReadAt: now,
      createdAt: new Date(now.getTime() - (DAYS - 30) * DAY),
      dueAt: new Date(now.getTime() + msUntilNextReading({ id, timeZone }, now)),
    });
    const spend: Spend[] = [];
    for await (const page of reader.listSpend({ accountId, currency, credential }, from, to))
      spend.push(...page.spend);
    await inTransaction((transaction) => saveSpend(reading, spend, transaction));
  } finally {
    await sandbox.close();
  }
}

async function seedTikTok(workspaceId: string, { from, to, now }: { from: string; to: string; now: Date }) {
  const rows = listDays({ from, to }).flatMap((day) => TIKTOK_ADS.map((ad) => toTikTokSpend(ad, day)));
  const importId = newId();
  await inTransaction(async (transaction) => {
    await SpendImport.create(
      {
        id: importId,
        workspaceId,
        kind: "file",
        name: "TikTok, 90 days.csv",
        adPlatform: "tiktok",
        accountId: TIKTOK_ACCOUNT,
        currency: CURRENCY,
        rowCount: rows.length,
        fromDay: from,
        toDay: to,
        isSpread: false,
        bytes: 0,
        state: "ready",
        attemptCount: 0,
        createdAt: now,
      },
      { transaction },
    );
    await saveSpend({ workspaceId, origin: "file", importId, reportedAt: now }, rows, transaction);
  });
}

function toTikTokSpend(
  { campaign, adSet, ad, dailySpend, costPerPurchase }: (typeof TIKTOK_ADS)[number],
  day: string,
): Spend {
  const share = createHash("sha256").update(`${ad.id} ${day}`).digest().readUInt16BE() / 65_536;
  const amount = dailySpend * (0.7 + 0.6 * share);
  const clicks = Math.round(amount * (1 + share));
  const toName = ({ id, name }: { id: string; name: string }) => ({ objectId: id, name });
  return {
    day,
    adPlatform: "tiktok",
    accountId: TIKTOK_ACCOUNT,
    source: null,
    campaign: toName(campaign),
    adSet: toName(adSet),
    ad: toName(ad),
    currency: CURRENCY,
    amount: amount.toFixed(2),
    impressions: clicks * 84,
    clicks,
    conversions: `${Math.floor(amount / costPerPurchase + share)}`,
  };
}

async function seedFee({ workspace }: SampleOwner, to: string) {
  const owner = await WorkspaceMember.findOne({
    where: { workspaceId: workspace.id, role: "owner" },
    rejectOnEmpty: true,
  });
  const access = grantAccess({ workspaceId: workspace.id, userId: owner.userId, supportAccessId: null });
  const { days, ...fee } = FEE;
  await addSpend({ access, spend: { ...fee, currency: CURRENCY, from: plusDays(to, 1 - days), to } });
}
