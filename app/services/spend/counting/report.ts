import type { Attributes } from "sequelize";
import type { SpendReport } from "#app/models/spend-report.server.ts";
import type { ReportFigures } from "./figures.ts";

/** What a reading says of the spend of a day or a period. */
export type Report = Attributes<SpendReport> & {
  /** What a disconnected account had read is as good as a file's. */
  isOfConnected: boolean;
  campaign: { name: string; nameKey: string; hasId: boolean } | null;
};
/** What counts of a report on a day. */
export type ReportPart = ReportFigures & { report: Report; day: string; isSpread: boolean };

/** The file or the account that a report is of. */
export const readingOf = ({ importId, accountRef }: Report): string => importId ?? accountRef ?? "";

/** When the latest of some reports was said, in ms. */
export const latestOf = (reports: readonly Report[]): number =>
  reports.reduce((latest, { reportedAt }) => Math.max(latest, +reportedAt), 0);
