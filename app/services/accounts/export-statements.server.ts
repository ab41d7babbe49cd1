import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { Statement, StatementEvidence, StatementPart } from "#app/models/index.server.ts";
import { type FoundStatement, getStatement } from "#app/services/statements/list-statements.server.ts";
import type { Membership } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const PAGE = 500;

export type ExportedStatement = FoundStatement & {
  /** Base64; null once it is deleted. */
  file: string | null;
};

/** The statements of a workspace with their files, one at a time. */
export async function* exportStatements({
  workspace,
  role,
}: Membership): AsyncGenerator<ExportedStatement[]> {
  if (!isAllowed(role, "workspace:export")) return;
  const workspaceId = workspace.id;
  const statements = await retryRead(() =>
    Statement.findAll({ where: { workspaceId }, attributes: ["id"], order: [["createdAt", "ASC"]] }),
  );
  for (const { id: statementId } of statements) {
    const parts = await retryRead(() =>
      StatementPart.findAll({ where: { statementId }, order: [["number", "ASC"]] }),
    );
    const file = parts.length > 0 ? Buffer.concat(parts.map(({ content }) => content)) : null;
    const found = await getStatement({ workspaceId, statementId });
    yield [{ ...found, file: file?.toString("base64") ?? null }];
  }
}

const EVIDENCE = ["submissionId", "statementId", "fileName", "lines", "reasons", "createdAt"] as const;
export type ExportedEvidence = Pick<StatementEvidence, (typeof EVIDENCE)[number]>;

/** What statements have decided in a workspace, those that are deleted too. */
export async function* exportEvidence({ workspace, role }: Membership): AsyncGenerator<ExportedEvidence[]> {
  if (!isAllowed(role, "workspace:export")) return;
  for (let last = ""; ; ) {
    const where = { workspaceId: workspace.id, submissionId: { [Op.gt]: last } };
    const rows = await retryRead(() =>
      findRows(StatementEvidence, {
        where,
        attributes: EVIDENCE,
        limit: PAGE,
        order: [["submissionId", "ASC"]],
      }),
    );
    yield rows;
    last = rows.at(-1)?.submissionId ?? last;
    if (rows.length < PAGE) return;
  }
}
