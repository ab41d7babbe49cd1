import { createHash } from "node:crypto";
import type { SpendReport } from "#app/models/spend-report.server.ts";

type Keyed = Pick<
  SpendReport,
  | ("importId" | "accountRef" | "day" | "toDay" | "adPlatform" | "accountId")
  | ("campaignRef" | "adSetRef" | "adRef" | "currency")
>;

/** A hash of what a reading says once: days, account, ad and currency. */
export function toReportKey({
  importId,
  accountRef,
  day,
  toDay,
  adPlatform,
  accountId,
  ...ad
}: Keyed): string {
  const { campaignRef, adSetRef, adRef, currency } = ad;
  const key = [
    importId,
    accountRef,
    day,
    toDay,
    adPlatform,
    accountId,
    campaignRef,
    adSetRef,
    adRef,
    currency,
  ];
  return createHash("sha256").update(JSON.stringify(key)).digest("hex");
}
