import { createHash } from "node:crypto";
import { findHeader, isText, isTotal } from "#app/services/tables/columns/find-header.ts";
import { plainHeading } from "#app/services/tables/columns/recognize-columns.ts";
import { type Row, UnreadableTable } from "#app/services/tables/table.ts";
import type { ClaimChoice, ClaimVotes } from "./claim-votes.ts";
import { type Answers, type FileColumns, recognizeFile } from "./file-columns.ts";
import { STATEMENT_MEANINGS } from "./meanings.ts";

/** What a workspace remembers of its brokers' files, the latest first. */
export type RememberedFile = { platformId: string; headingHash: string; answers: Answers };

/** A file before its rows are known. */
export type StatementFile = {
  fileName: string;
  platformId: string;
  platformName: string;
  answers: Answers;
  remembered: RememberedFile[];
  /** The workspace's. */
  timeZone: string;
  /** What the claims chose when the file was read; null before. */
  byClaims: ClaimChoice | null;
};

/**
 * Says how to read a statement, with what is remembered of its broker.
 * @throws {UnreadableTable} if there is no row below the headings
 */
export function recognizeStatement(
  rows: readonly Row[],
  file: StatementFile,
  votes: ClaimVotes | null = null,
): FileColumns {
  const { fileName, platformId, platformName, answers, timeZone } = file;
  const { header, data } = findHeader(rows, STATEMENT_MEANINGS);
  const [only] = rows;
  const isHeadingAlone = header === null && rows.length === 1 && only?.cells.every(isText);
  if (isHeadingAlone || !data.some((row) => !isTotal(row)))
    throw new UnreadableTable(
      `Line ${header?.line ?? only?.line ?? 1} has headings, but there are no rows below it.`,
    );
  const headingHash = hashHeadings((header?.cells ?? []).map((cell) => plainHeading(String(cell))).join("|"));
  const own = file.remembered.filter((one) => one.platformId === platformId);
  const sameHeadings = header ? file.remembered.filter((one) => one.headingHash === headingHash) : [];
  const before = sameHeadings.find((one) => one.platformId === platformId);
  return recognizeFile(rows, withKinds(answers, own), {
    fileName,
    platformId,
    platformName,
    votes,
    byClaims: file.byClaims,
    remembered: before?.answers ?? {},
    timeZone: own.find((one) => one.answers.timeZone)?.answers.timeZone ?? timeZone,
    otherPlatforms: before ? [] : [...new Set(sameHeadings.map((one) => one.platformId))],
  });
}

export const hashHeadings = (headingRow: string): string =>
  createHash("sha256").update(headingRow).digest("hex");

/** Words for kinds of row are the broker's, whatever the headings. */
const withKinds = (answers: Answers, own: RememberedFile[]): Answers => ({
  ...answers,
  kinds: Object.assign({}, ...own.toReversed().map((one) => one.answers.kinds), answers.kinds),
});
