import { createHash } from "node:crypto";
import type { SpendReport } from "#app/models/spend-report.server.ts";

const KEYS = [
  "importId",
  "accountRef",
  "day",
  "toDay",
  "adPlatform",
  "accountId",
  "campaignRef",
  "adSetRef",
  "adRef",
  "currency",
] as const;

/** Identifies one report within a reading. */
export const toReportKey = (report: Pick<SpendReport, (typeof KEYS)[number]>): string =>
  createHash("sha256")
    .update(JSON.stringify(KEYS.map((key) => report[key])))
    .digest("hex");
