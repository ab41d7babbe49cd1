import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { optInNouns } from "#app/lib/domain.ts";
import { Invalid } from "#app/lib/errors.ts";
import { isCurrency } from "#app/lib/money.ts";
import { type Statement, StatementEvidence, StatementLine, Submission } from "#app/models/index.server.ts";
import { isTotal } from "#app/services/tables/columns/find-header.ts";
import type { Row } from "#app/services/tables/table.ts";
import type { FileColumns } from "./columns/file-columns.ts";
import { createRowReader } from "./columns/read-rows.ts";
import type { Item } from "./find-items.server.ts";
import type { StatementRow } from "./matching/types.ts";

type Pair = { submissionId: string; line: number };

/**
 * Claims with the lines that somebody has found for them. A transaction proves one claim, a sum several.
 * @throws {Invalid} if a line cannot be about its claim
 */
export async function readPairs(statement: Statement, pairs: readonly Pair[]): Promise<Item[]> {
  if (pairs.length === 0 || statement.columns === null) return [];
  const { id: statementId, workspaceId, platformId } = statement;
  const columns = JSON.parse(statement.columns) as FileColumns;
  const [claims, stored, evidence] = await retryRead(() =>
    Promise.all([
      Submission.findAll({
        where: { workspaceId, platformId, id: pairs.map(({ submissionId }) => submissionId) },
        attributes: ["id", "action", "amount", "currency"],
      }),
      StatementLine.findAll({
        where: { statementId, line: { [Op.in]: pairs.map(({ line }) => line) } },
        raw: true,
      }),
      StatementEvidence.findAll({
        where: { workspaceId, statementId },
        attributes: ["submissionId", "lines"],
        raw: true,
      }),
    ]),
  );
  const read = createRowReader(columns);
  const rows = new Map(
    stored.map(({ line, cells }): [number, Row] => [line, { line, cells: JSON.parse(cells) }]),
  );
  const used = new Map<number, string>();
  if (columns.kind === "transactions")
    for (const { submissionId, lines } of evidence)
      for (const line of JSON.parse(lines) as number[]) used.set(line, submissionId);
  return pairs.map(({ submissionId, line }) => {
    const claim = claims.find(({ id }) => id === submissionId);
    if (!claim) throw refuse("One of these claims is not at this statement’s broker.");
    const row = rows.get(line);
    const isRow = row !== undefined && line > (columns.headerLine ?? 0) && !isTotal(row);
    const one = isRow ? read(row) : null;
    if (!one || !("row" in one) || !isProof(one.row, claim))
      throw refuse(`Line ${line} is no ${optInNouns[claim.action].toLowerCase()}.`);
    if ((used.get(line) ?? submissionId) !== submissionId)
      throw refuse(`Line ${line} already confirms another claim.`);
    if (columns.kind === "transactions") used.set(line, submissionId);
    return {
      ...{ submissionId, from: "pending", lines: JSON.stringify([line]) },
      ...verifiedAmount(columns, one.row, claim),
      reasons: JSON.stringify([`Somebody has found that line ${line} is about this claim.`]),
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
