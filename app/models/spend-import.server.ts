import type { NonAttribute } from "sequelize";
import { boolean, string, stringOrNull, table, timestampOrNull } from "#app/database/columns.server.ts";
import type { LeftOut } from "#app/lib/spend-files.ts";
import { importColumns } from "./import.server.ts";

/** An import of a file of an ad platform, or an amount that a member typed. */
export class SpendImport extends table(
  "spendImports",
  {
    ...importColumns<"file" | "manual", "reading" | "columns" | "ready" | "failed">(),
    /** `meta`, `google`, `tiktok`, `snapchat`; empty for an amount by hand, and until a file's is known. */
    adPlatform: string(),
    /** Empty where nobody said it. */
    accountId: string(),
    /** What an amount by hand was spent on, as claims have it. */
    source: stringOrNull(),
    /** Of an amount by hand, or of all rows in one currency. */
    amount: stringOrNull(),
    currency: stringOrNull(),
    fromDay: stringOrNull(),
    toDay: stringOrNull(),
    /** Whether its amounts are spread evenly over days, because it says none. */
    isSpread: boolean(),
    /** When the same file was uploaded last; null for the only time. */
    uploadedAt: timestampOrNull(),
  },
  { tableName: "imports", defaultScope: { where: { kind: ["file", "manual"] } } },
) {
  declare addedBy?: NonAttribute<{ id: string; name: string } | null>;
  /** What its rows add up to that no later file has replaced. */
  declare counted?: NonAttribute<{ amount: string; currency: string }[]>;
  /** What of it does not count, and why. */
  declare leftOut?: NonAttribute<LeftOut[]>;
}
