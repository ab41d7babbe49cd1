import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { optInNouns } from "#app/lib/domain.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { isCurrency } from "#app/lib/money.ts";
import { Evidence, type Statement, Submission } from "#app/models/index.server.ts";
import type { FileColumns } from "./columns/file-columns.ts";
import type { Item } from "./find-items.server.ts";
import { findReadings } from "./find-readings.server.ts";
import type { StatementRow } from "./matching/types.ts";

type Pair = { submissionId: string; line: number };

/**
 * Claims with the lines that somebody has found for them. A transaction proves one claim, a sum several.
 * @throws {Invalid} if a line cannot be about its claim
 * @throws {Conflict} while the rows of an older file are read again
 */
export async function readPairs(statement: Statement, pairs: readonly Pair[]): Promise<Item[]> {
  if (pairs.length === 0 || statement.columns === null) return [];
  const { id: statementId, workspaceId, platformId } = statement;
  const columns = JSON.parse(statement.columns) as FileColumns;
  if (statement.readingId === null)
    throw new Conflict(
      "changed_meanwhile",
      "The rows of this statement are being read. Try again in a moment.",
    );
  const [claims, rows, evidence] = await retryRead(() =>
    Promise.all([
      Submission.findAll({
        where: { workspaceId, platformId, id: pairs.map(({ submissionId }) => submissionId) },
        attributes: ["id", "action", "amount", "currency"],
      }),
      findReadings(
        statement,
        pairs.map(({ line }) => line),
      ),
      Evidence.findAll({
        where: { workspaceId, statementId, decides: { [Op.ne]: null } },
        attributes: ["decides", "lines"],
        raw: true,
      }),
    ]),
  );
  const used = new Map<number, string>();
  if (columns.kind === "transactions")
    for (const { decides, lines } of evidence)
      for (const line of JSON.parse(lines) as number[]) used.set(line, decides as string);
  return pairs.map(({ submissionId, line }) => {
    const claim = claims.find(({ id }) => id === submissionId);
    if (!claim) throw refuse("One of these claims is not at this statement’s broker.");
    // Titles, totals, rows of other brands and unreadable ones have no reading.
    const row = rows.get(line);
    if (!row || !isProof(row, claim))
      throw refuse(`Line ${line} is no ${optInNouns[claim.action].toLowerCase()}.`);
    if ((used.get(line) ?? submissionId) !== submissionId)
      throw refuse(`Line ${line} already confirms another claim.`);
    if (columns.kind === "transactions") used.set(line, submissionId);
    return {
      submissionId,
      from: "pending",
      lines: JSON.stringify([line]),
      ...verifiedAmount(columns, row, claim),
      reasons: JSON.stringify([
        { text: `Somebody has found that line ${line} is about this claim.`, weight: 0, for: true },
      ]),
    };
  });
}

const refuse = (message: string) => new Invalid([{ field: "pairs", message }]);

const isProof = ({ kind }: StatementRow, { action }: Submission): boolean => kind === null || kind === action;

/** The row's amount where it is a transaction in the claim's own currency; otherwise the claim's. */
function verifiedAmount(
  { kind }: FileColumns,
  row: StatementRow,
  claim: Submission,
): Pick<Item, "amount" | "currency"> {
  const isOwn = claim.currency === null || claim.currency === row.currency;
  return kind === "transactions" &&
    isOwn &&
    row.currency &&
    isCurrency(row.currency) &&
    Number(row.amount) > 0
    ? { amount: row.amount, currency: row.currency }
    : { amount: null, currency: null };
}
