import { QueryTypes } from "sequelize";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { withQueryLimit } from "#app/database/query-limit.server.ts";
import { DAY, dayIn } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { listDays, plusDays } from "#app/lib/periods.ts";
import { toNameKey } from "#app/lib/spend.ts";
import { AdObject, SpendRow, type Workspace } from "#app/models/index.server.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { chances } from "../scripts/sample-values.ts";

const ADS_EACH = 2;
const DAYS = 365;
/** Claims of the seed are from so many days. */
const CLAIM_DAYS = 400;
const BATCH = 2_000;
/** The first campaigns are Meta's, the others TikTok's. */
const PLATFORMS = [
  { id: "meta", source: "instagram", from: 0, count: 300 },
  { id: "tiktok", source: "tiktok", from: 300, count: 100 },
];

type Ad = { adPlatform: string; campaignRef: string; adSetRef: string; adRef: string };

/** Gives an owner 400 campaigns with a year of spend, links the claims to the ads, and adds up the money of all days. */
export async function seedAds({ id: workspaceId, timeZone }: Workspace): Promise<void> {
  const today = dayIn(timeZone, new Date());
  const ads = await insertAds(workspaceId);
  await insertSpend(workspaceId, ads, listDays({ from: plusDays(today, 1 - DAYS), to: today }));
  for (const day of listDays({ from: plusDays(today, -CLAIM_DAYS), to: plusDays(today, 1) }))
    for (const platform of PLATFORMS) await nameAdsOfClaims(workspaceId, day, platform);
  await sequelize.query("DELETE FROM dayMarks WHERE workspaceId <> :workspaceId", {
    replacements: { workspaceId },
  });
  while (await withQueryLimit(60_000, () => countMarkedDays()));
  await sequelize.query("ANALYZE TABLE counts, claimOrigins, adObjects, spendRows");
}

async function insertAds(workspaceId: string): Promise<Ad[]> {
  const objects: AdObject[] = [];
  const add = (
    adPlatform: string,
    level: AdObject["level"],
    number: number,
    parentId: string | null,
  ): string => {
    const id = newId();
    const name = `${level} ${number}`;
    const objectId = toObjectId(level, number);
    objects.push({
      id,
      workspaceId,
      adPlatform,
      accountId: "1",
      level,
      parentId,
      objectId,
      objectKey: objectId,
      name,
      nameKey: toNameKey(name),
      source: null,
      createdAt: new Date(),
    } as AdObject);
    return id;
  };
  const ads = PLATFORMS.flatMap(({ id: adPlatform, from, count }) =>
    Array.from({ length: count }, (_, index) => from + index).flatMap((number) => {
      const campaignRef = add(adPlatform, "campaign", number, null);
      const adSetRef = add(adPlatform, "adSet", number, campaignRef);
      return Array.from({ length: ADS_EACH }, (_, index) => ({
        adPlatform,
        campaignRef,
        adSetRef,
        adRef: add(adPlatform, "ad", number * ADS_EACH + index, adSetRef),
      }));
    }),
  );
  await inTransaction((transaction) => insertRows(AdObject, objects, transaction));
  return ads;
}

const FIRST_IDS = { campaign: 100_000, adSet: 200_000, ad: 300_000 };
const toObjectId = (level: AdObject["level"], number: number) => String(FIRST_IDS[level] + number);

async function insertSpend(workspaceId: string, ads: Ad[], days: string[]): Promise<void> {
  const random = chances(20_261_127);
  let rows: SpendRow[] = [];
  const write = async () => {
    const batch = rows;
    rows = [];
    await inTransaction((transaction) => insertRows(SpendRow, batch, transaction));
  };
  for (const day of days)
    for (const ad of ads) {
      const clicks = Math.floor(random() * 40);
      rows.push({
        ...ad,
        id: newId(),
        workspaceId,
        day,
        origin: "file",
        importId: null,
        accountRef: null,
        rowKey: `${day} ${ad.adRef}`,
        accountId: "1",
        source: null,
        currency: random() < 0.8 ? "EUR" : "USD",
        amount: (random() * 60).toFixed(2),
        impressions: clicks * 90,
        clicks,
        isSpread: false,
        isWorkedOut: true,
        conversions: String(Math.floor(random() * 5)),
      } as SpendRow);
      if (rows.length === BATCH) await write();
    }
  await write();
}

/** The ads that the links of a day's claims name, with clicks of that day or of the days before. */
async function nameAdsOfClaims(
  workspaceId: string,
  day: string,
  { source, from, count }: (typeof PLATFORMS)[number],
): Promise<void> {
  const ad = `(${from * ADS_EACH} + CRC32(id) % ${count * ADS_EACH})`;
  const campaign = `FLOOR(${ad} / ${ADS_EACH})`;
  const id = (level: AdObject["level"], number: string) => `${FIRST_IDS[level]} + ${number}`;
  const clickAge = "FLOOR(7 * POW(CRC32(CONCAT(id, 'click')) / 4294967296, 4))";
  const at = Date.parse(`${day}T00:00:00Z`);
  await sequelize.query(
    `UPDATE submissions SET campaign = CONCAT('campaign ', ${campaign}), campaignId = ${id("campaign", campaign)},
       adSetId = ${id("adSet", campaign)}, adId = ${id("ad", ad)}, clickSeenAt = clickSeenAt - INTERVAL ${clickAge} DAY
     WHERE workspaceId = :workspaceId AND createdAt >= :from AND createdAt < :before AND source = :source AND campaignId IS NOT NULL`,
    {
      type: QueryTypes.UPDATE,
      replacements: { workspaceId, source, from: new Date(at), before: new Date(at + DAY) },
    },
  );
}
