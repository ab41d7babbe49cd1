import type { QueryInterface } from "sequelize";
import {
  addColumns,
  columnTypes,
  dropColumns,
  dropIndex,
  hasIndex,
  type Migration,
  tablesMigration,
} from "./table.ts";

const references = [
  { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
  { column: "platformId", table: "platforms", onDelete: "CASCADE" },
] as const;
const BY_TOLD = {
  name: "submissions_by_told",
  columns: ["workspaceId", "brokerSays", "status", "sendBefore", "id"],
};
const COLUMNS = ["decidedByKeyId", "decidedByRuleId", "restsOn", "brokerSays"];

/** By what claims are verified without a member, what was decided so, and who decided a claim. */
const tables = tablesMigration("20261129-2130-verification-rules", (type) => ({
  verificationRules: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      isOn: `${type.boolean} NOT NULL`,
      sources: `${type.ascii(60)} NOT NULL`,
      needed: `${type.integer} NOT NULL`,
      amountMax: `${type.money} NULL`,
      amountMaxCurrency: `${type.ascii(3)} NULL`,
      perDay: `${type.integer} NOT NULL`,
      holdSeconds: `${type.integer} NOT NULL`,
      pausedAt: `${type.time} NULL`,
      doubtsFrom: `${type.time} NOT NULL`,
      dueAt: `${type.time} NULL`,
      reachedId: `${type.id} NULL`,
      createdAt: `${type.time} NOT NULL`,
      updatedAt: `${type.time} NOT NULL`,
      version: `${type.integer} NOT NULL DEFAULT 0`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "verification_rules_broker", columns: ["platformId"], isUnique: true },
      { name: "verification_rules_workspace", columns: ["workspaceId"] },
      { name: "verification_rules_due", columns: ["dueAt"] },
    ],
    references: [...references],
  },
  ruleDecisions: {
    columns: {
      submissionId: `${type.id} NOT NULL`,
      ruleId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      day: `${type.ascii(10)} NOT NULL`,
      decidedAt: `${type.time} NOT NULL`,
      doubtedAt: `${type.time} NULL`,
    },
    primaryKey: ["submissionId"],
    keys: [
      { name: "rule_decisions_by_day", columns: ["ruleId", "day"] },
      { name: "rule_decisions_by_time", columns: ["ruleId", "decidedAt"] },
    ],
    references: [
      ...references,
      { column: "ruleId", table: "verificationRules", onDelete: "CASCADE" },
      { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
    ],
  },
}));

/** What statements have verified is evidence of theirs: counts of before tell it by the state alone. */
async function countStatements({ sequelize }: QueryInterface): Promise<void> {
  const place = "workspaceId, basis, kind, period, claimDay, value";
  const amount =
    sequelize.getDialect() === "mysql"
      ? "SUM(c.amount)"
      : "printf('%d.0000', SUM(CAST(c.amount AS INTEGER)))";
  for (const measure of ["evidence", "evidence:statement"])
    await sequelize.query(
      `INSERT INTO counts (${place}, measure, status, eventStatus, eventState, truthState, amount)
       SELECT ${place}, '${measure}', '', '', '', '', ${amount} FROM counts c
       WHERE c.measure = 'claims' AND c.truthState = 'confirmed' AND NOT EXISTS (
         SELECT 1 FROM counts known WHERE known.workspaceId = c.workspaceId AND known.basis = c.basis
           AND known.kind = c.kind AND known.period = c.period AND known.claimDay = c.claimDay
           AND known.value = c.value AND known.measure = '${measure}')
       GROUP BY ${place}`,
    );
}

export default {
  name: tables.name,
  async up(queryInterface) {
    await tables.up(queryInterface);
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "submissions", {
      decidedByKeyId: `${type.id} NULL`,
      decidedByRuleId: `${type.id} NULL`,
      restsOn: `${type.ascii(30)} NULL`,
      brokerSays: `${type.ascii(12)} NULL`,
    });
    if (!(await hasIndex(queryInterface, "submissions", BY_TOLD.name)))
      await queryInterface.addIndex("submissions", BY_TOLD.columns, { name: BY_TOLD.name });
    await countStatements(queryInterface);
    await addColumns(queryInterface, "bulkJobs", { keyId: `${type.id} NULL` });
    await addColumns(queryInterface, "postbackAddresses", { securedAt: `${type.time} NULL` });
    await queryInterface.sequelize.query(
      "UPDATE postbackAddresses SET securedAt = updatedAt WHERE securedAt IS NULL AND (secretKind <> 'none' OR ips <> '[]')",
    );
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "postbackAddresses", ["securedAt"]);
    await dropColumns(queryInterface, "bulkJobs", ["keyId"]);
    await queryInterface.sequelize.query(
      "DELETE FROM counts WHERE measure = 'byRule' OR measure = 'evidence' OR measure LIKE 'evidence:%'",
    );
    await dropIndex(queryInterface, "submissions", BY_TOLD.name);
    await dropColumns(queryInterface, "submissions", COLUMNS);
    await tables.down(queryInterface);
  },
} satisfies Migration;
