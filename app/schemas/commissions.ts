import { z } from "zod";
import type { Money } from "#app/lib/commission.ts";
import type { EvidenceSource } from "#app/lib/evidence.ts";
import { ExportFormatInput } from "./shared/export-format.ts";
import { emptyAsMissing, paging } from "./shared/query.ts";

export const CommissionsQuery = z.object({
  ...paging,
  month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "Please choose a valid month"),
});

export const CommissionExportQuery = z.object({ format: emptyAsMissing(ExportFormatInput).default("xlsx") });

/** A client's month for its page. Amounts have the digits of their currency. */
export type ClientCommissionResponse = {
  key: string;
  claims: { id: string; email: string }[];
  rows: {
    id: string;
    source: EvidenceSource;
    statementId: string | null;
    fileName: string;
    line: number;
  }[];
  /** More than one where those without a claim are joined. */
  clientCount: number;
  expected: string | null;
  paid: string | null;
  difference: string | null;
  currency: string;
  notes: string[];
};

export type MonthCommissionsResponse = {
  month: string;
  isPaid: boolean;
  expected: Money[];
  paid: Money[];
  difference: Money | null;
  clients: ClientCommissionResponse[];
};
