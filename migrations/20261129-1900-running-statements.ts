import {
  addColumns,
  columnTypes,
  dropColumns,
  dropIndex,
  hasIndex,
  type Migration,
  tablesMigration,
} from "./table.ts";

const INDEX = "evidence_row";

const tables = tablesMigration("20261129-1900-running-statements", (type) => ({
  runningStatements: {
    columns: {
      platformId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      lastKeyedId: `${type.id} NULL`,
      keyedAt: `${type.time} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["platformId"],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
    ],
  },
  brokerRows: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      source: `${type.ascii(10)} NOT NULL`,
      postbackId: `${type.id} NULL`,
      connectionId: `${type.id} NULL`,
      kind: `${type.ascii(20)} NOT NULL`,
      facts: `${type.longText} NOT NULL`,
      onceKey: `${type.ascii(64)} NULL`,
      receivedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "brokerRows_once", columns: ["platformId", "source", "onceKey"], isUnique: true },
      { name: "brokerRows_newest", columns: ["workspaceId", "receivedAt", "id"] },
      { name: "brokerRows_old", columns: ["receivedAt"] },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
    ],
  },
  matchingKeys: {
    columns: {
      platformId: `${type.id} NOT NULL`,
      keyHash: `${type.ascii(32)} NOT NULL`,
      subjectId: `${type.id} NOT NULL`,
      subject: `${type.ascii(5)} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
    },
    primaryKey: ["platformId", "keyHash", "subjectId"],
    keys: [
      { name: "matchingKeys_subject", columns: ["subjectId"] },
      { name: "matchingKeys_old", columns: ["subject", "subjectId"] },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
    ],
  },
  matchingMarks: {
    columns: {
      platformId: `${type.id} NOT NULL`,
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      subjectId: `${type.id} NOT NULL`,
    },
    primaryKey: ["platformId", "id"],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
    ],
  },
}));

/** Rows that brokers call back or answer with, what finds claims by them, and which rows evidence is of. */
export default {
  name: "20261129-1900-running-statements",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await tables.up(queryInterface);
    await addColumns(queryInterface, "evidence", {
      rowId: `${type.id} NULL`,
      rowIds: `${type.longText} NULL`,
      digest: `${type.ascii(64)} NULL`,
    });
    if (!(await hasIndex(queryInterface, "evidence", INDEX)))
      await queryInterface.sequelize.query(`CREATE INDEX \`${INDEX}\` ON \`evidence\` (\`rowId\`)`);
  },
  async down(queryInterface) {
    await dropIndex(queryInterface, "evidence", INDEX);
    await dropColumns(queryInterface, "evidence", ["rowId", "rowIds", "digest"]);
    await tables.down(queryInterface);
  },
} satisfies Migration;
