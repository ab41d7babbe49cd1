import { createHash } from "node:crypto";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY, dayIn } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { listDays, plusDays } from "#app/lib/periods.ts";
import { encrypt } from "#app/lib/secrets.server.ts";
import type { Spend } from "#app/lib/spend.ts";
import { SpendAccount, SpendImport } from "#app/models/index.server.ts";
import { metaVariables } from "#app/services/ad-platforms/meta/variables.server.ts";
import { createMetaSpend } from "#app/services/spend/accounts/meta/meta-spend.server.ts";
import { msUntilNextReading } from "#app/services/spend/accounts/next-reading.ts";
import { saveSpend } from "#app/services/spend/save-spend.server.ts";
import { SANDBOX_AD_ACCOUNT } from "../sandbox/meta/insights.ts";
import { startSandbox } from "../sandbox/server.ts";
import type { SampleOwner } from "./sample-owner.ts";
import { TIKTOK_ADS } from "./sample-values.ts";

const DAYS = 90;
const CURRENCY = "EUR";
const TOKEN = "sandbox-demo-spend";
/** An influencer's, for a month. */
const FEE = {
  name: "Fee for the review of Northgate",
  source: "youtube",
  amount: "900",
  days: 30,
  perDay: "30",
};

/** 90 days of spend: Meta's as its account reads it, TikTok's as from a file, and a fee by hand. */
export async function seedSpend(owner: SampleOwner, now: Date): Promise<void> {
  const { id: workspaceId, timeZone } = owner.workspace;
  const today = dayIn(timeZone, now);
  const from = plusDays(today, 1 - DAYS);
  await seedMeta(owner, { from, to: today, now });
  await seedTikTok(workspaceId, { from, to: plusDays(today, -1), now });
  await seedFee(workspaceId, { to: plusDays(today, -5), now });
}

async function seedMeta(
  { workspace, connection }: SampleOwner,
  range: { from: string; to: string; now: Date },
) {
  const { now, from, to } = range;
  const accountId = `act_${SANDBOX_AD_ACCOUNT}`;
  const id = newId();
  const credential = { accessToken: TOKEN };
  const place = { workspaceId: workspace.id, origin: "account", accountRef: id } as const;
  // The sandbox says what it will say to the demo's own readings.
  const sandbox = await startSandbox({ port: 0 });
  try {
    const reader = createMetaSpend({ graphUrl: sandbox.url, version: metaVariables.version });
    const found = await reader.findAccount({ credential, accountId });
    if (!found.ok) throw new Error("The sandbox does not know the demo's ad account.");
    const { currency, timeZone } = found.account;
    await SpendAccount.create({
      ...{ id, workspaceId: workspace.id, connectionId: connection.id, adPlatform: "meta", accountId },
      ...{ accountName: "Casa Trading", currency, timeZone, state: "connected", attemptCount: 0 },
      ...{ credential: encrypt(JSON.stringify(credential), id), tokenEnding: TOKEN.slice(-4) },
      ...{ lastReadAt: now, createdAt: new Date(now.getTime() - (DAYS - 30) * DAY) },
      dueAt: new Date(now.getTime() + msUntilNextReading({ id, timeZone }, now)),
    });
    const spend: Spend[] = [];
    for await (const page of reader.listSpend({ accountId, currency, credential }, from, to))
      spend.push(...page.spend);
    await inTransaction((transaction) => saveSpend(place, spend, transaction));
  } finally {
    await sandbox.close();
  }
}

async function seedTikTok(workspaceId: string, { from, to, now }: { from: string; to: string; now: Date }) {
  const rows = listDays({ from, to }).flatMap((day) => TIKTOK_ADS.map((ad) => toTikTokSpend(ad, day)));
  await seedImport(workspaceId, rows, {
    ...{ kind: "file", name: "TikTok, 90 days.csv", adPlatform: "tiktok", accountId: "7210000000000000001" },
    ...{ source: null, amount: null, fromDay: from, toDay: to, isSpread: false, createdAt: now },
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
    ...{ day, adPlatform: "tiktok", accountId: "7210000000000000001", source: null },
    ...{ campaign: toName(campaign), adSet: toName(adSet), ad: toName(ad) },
    ...{ currency: CURRENCY, amount: amount.toFixed(2), impressions: clicks * 84, clicks, isSpread: false },
    conversions: `${Math.floor(amount / costPerPurchase + share)}`,
  };
}

async function seedFee(workspaceId: string, { to, now }: { to: string; now: Date }) {
  const { name, source, amount, days, perDay } = FEE;
  const from = plusDays(to, 1 - days);
  const none = { campaign: null, adSet: null, ad: null, impressions: null, clicks: null, conversions: null };
  const rows = listDays({ from, to }).map((day) => ({
    ...{ ...none, day, adPlatform: "", accountId: "", source, currency: CURRENCY, isSpread: true },
    amount: perDay,
  }));
  await seedImport(workspaceId, rows, {
    ...{ kind: "manual", name, source, amount, adPlatform: "", accountId: "" },
    ...{ fromDay: from, toDay: to, isSpread: true, createdAt: now },
  });
}

type Import = Pick<
  SpendImport,
  | ("kind" | "name" | "adPlatform" | "accountId" | "source" | "amount")
  | ("fromDay" | "toDay" | "isSpread" | "createdAt")
>;

async function seedImport(workspaceId: string, rows: Spend[], described: Import): Promise<void> {
  const id = newId();
  const origin = described.kind;
  await inTransaction(async (transaction) => {
    await SpendImport.create(
      {
        ...{ ...described, id, workspaceId, currency: CURRENCY, rowCount: rows.length },
        ...{ bytes: 0, state: "ready", attemptCount: 0 },
      },
      { transaction },
    );
    await saveSpend({ workspaceId, origin, importId: id }, rows, transaction);
  });
}
