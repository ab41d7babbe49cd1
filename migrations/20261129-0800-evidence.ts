import { type QueryInterface, QueryTypes } from "sequelize";
import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

const BATCH = 500;

type Row = {
  submissionId: string;
  statementId: string | null;
  workspaceId: string;
  platformId: string;
  jobId: string | null;
  matchingId: string | null;
  fileName: string;
  fileHash: string;
  lines: string;
  reasons: string;
  accounts: string | null;
  columns: string | null;
  /** As text: parameters lose the milliseconds. */
  decidedAt: string;
  receivedAt: string | null;
};

/** Of its own, because the code may change. */
function kindOf(columns: string | null): string {
  const { kind } = JSON.parse(columns ?? "{}") as { kind?: string };
  if (kind === "sums") return "sum";
  return kind === "registrations" ? "registration" : "deposit";
}

/** What statements have decided, by the claim's id, so that a migration that was ended goes on. */
async function* readBatches({ sequelize }: QueryInterface) {
  for (;;) {
    const rows = await sequelize.query<Row>(
      `SELECT e.submissionId, e.statementId, e.workspaceId, e.jobId, e.fileName, e.fileHash, e.\`lines\`, e.reasons,
         e.accounts, CAST(e.createdAt AS CHAR) AS decidedAt, s.platformId, f.matchingId, f.columns,
         CAST(f.createdAt AS CHAR) AS receivedAt FROM statementEvidence e
       JOIN submissions s ON s.id = e.submissionId LEFT JOIN statements f ON f.id = e.statementId
       WHERE NOT EXISTS (SELECT 1 FROM evidence n WHERE n.decides = e.submissionId) LIMIT ${BATCH}`,
      { type: QueryTypes.SELECT },
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
  }
}

/** What brokers say of claims, from statements and from what comes. Decisions by statements are copied into it. */
export default {
  name: "20261129-0800-evidence",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    const nullableId = `${type.id} NULL`;
    await createTable(queryInterface, {
      name: "evidence",
      columns: {
        id: `${type.id} NOT NULL`,
        workspaceId: `${type.id} NOT NULL`,
        platformId: `${type.id} NOT NULL`,
        submissionId: nullableId,
        source: `${type.ascii(10)} NOT NULL`,
        kind: `${type.ascii(20)} NOT NULL`,
        evidenceGroup: `${type.ascii(16)} NOT NULL`,
        amount: `${type.money} NULL`,
        currency: `${type.ascii(3)} NULL`,
        lots: `${type.money} NULL`,
        trades: `${type.integer} NULL`,
        turnover: `${type.sum} NULL`,
        revenue: `${type.money} NULL`,
        commission: `${type.money} NULL`,
        at: `${type.time} NULL`,
        receivedAt: `${type.time} NOT NULL`,
        reasons: `${type.longText} NOT NULL`,
        statementId: nullableId,
        matchingId: nullableId,
        lines: `${type.longText} NOT NULL`,
        postbackId: nullableId,
        connectionId: nullableId,
        decides: nullableId,
        decidedAt: `${type.time} NULL`,
        jobId: nullableId,
        accounts: `${type.longText} NULL`,
        fileName: `${type.text(200)} NULL`,
        fileHash: `${type.ascii(64)} NULL`,
      },
      primaryKey: ["id"],
      keys: [
        { name: "evidence_decides", columns: ["decides", "source"], isUnique: true },
        { name: "evidence_claim", columns: ["submissionId"] },
        { name: "evidence_statement", columns: ["statementId", "matchingId"] },
        { name: "evidence_newest", columns: ["workspaceId", "receivedAt", "id"] },
      ],
      references: [
        { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
        { column: "platformId", table: "platforms", onDelete: "CASCADE" },
        { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
        { column: "statementId", table: "statements", onDelete: "SET NULL" },
      ],
    });
    const { sequelize } = queryInterface;
    for await (const rows of readBatches(queryInterface))
      await sequelize.transaction(async (transaction) => {
        for (const row of rows) {
          const texts = JSON.parse(row.reasons) as string[];
          const values = {
            // A claim has one at most.
            id: row.submissionId,
            workspaceId: row.workspaceId,
            platformId: row.platformId,
            submissionId: row.submissionId,
            source: "statement",
            kind: kindOf(row.columns),
            evidenceGroup: row.lines === "[]" ? "contradicted" : "certain",
            receivedAt: row.receivedAt ?? row.decidedAt,
            reasons: JSON.stringify(texts.map((text) => ({ text, weight: 0, for: row.lines !== "[]" }))),
            statementId: row.statementId,
            matchingId: row.matchingId,
            lines: row.lines,
            decides: row.submissionId,
            decidedAt: row.decidedAt,
            jobId: row.jobId,
            accounts: row.accounts,
            fileName: row.fileName,
            fileHash: row.fileHash,
          };
          const names = Object.keys(values);
          await sequelize.query(
            `INSERT INTO evidence (${names.map((name) => `\`${name}\``).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
            { replacements: Object.values(values), transaction },
          );
        }
      });
  },
  async down(queryInterface) {
    await dropTable(queryInterface, "evidence");
  },
} satisfies Migration;
