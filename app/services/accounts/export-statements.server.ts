import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { Evidence, Statement } from "#app/models/index.server.ts";
import { loadFile } from "#app/services/imports/import-kinds.server.ts";
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
    const file = await retryRead(() => loadFile(statementId));
    const found = await getStatement({ workspaceId, statementId });
    yield [{ ...found, file: file.length > 0 ? file.toString("base64") : null }];
  }
}

const EVIDENCE = [
  ...(["id", "submissionId", "platformId", "source", "kind", "evidenceGroup", "amount", "currency"] as const),
  ...(["lots", "trades", "turnover", "revenue", "commission", "at", "receivedAt", "reasons"] as const),
  ...(["statementId", "fileName", "lines", "decidedAt", "postbackId", "connectionId"] as const),
] as const;
export type ExportedEvidence = Pick<Evidence, (typeof EVIDENCE)[number]>;

/** What brokers say of a workspace's claims, and of clients without one. */
export async function* exportEvidence(
  { workspace, role }: Membership,
  { isDeciding = false } = {},
): AsyncGenerator<ExportedEvidence[]> {
  if (!isAllowed(role, "workspace:export")) return;
  for (let last = ""; ; ) {
    const where = {
      workspaceId: workspace.id,
      id: { [Op.gt]: last },
      ...(isDeciding ? { source: "statement" as const, decides: { [Op.ne]: null } } : {}),
    };
    const rows = await retryRead(() =>
      findRows(Evidence, {
        where,
        attributes: EVIDENCE,
        limit: PAGE,
        order: [["id", "ASC"]],
      }),
    );
    yield rows;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < PAGE) return;
  }
}
