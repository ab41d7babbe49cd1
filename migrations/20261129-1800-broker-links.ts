import {
  addColumns,
  columnTypes,
  dropColumns,
  dropIndex,
  hasIndex,
  type Migration,
  tablesMigration,
} from "./table.ts";

const workspace = { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" } as const;
const BY_VISIT = { name: "submissions_by_visit", columns: ["workspaceId", "visitId"] };

/** Addresses of brokers that owners give people, the clicks that they led on, and what became of these. */
const tables = tablesMigration("20261129-1800-broker-links", (type) => ({
  brokerLinks: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      code: `${type.ascii(12)} NOT NULL`,
      name: `${type.text(100)} NOT NULL`,
      url: `${type.text(2_000)} NOT NULL`,
      host: `${type.ascii(253)} NOT NULL`,
      parameter: `${type.ascii(64)} NOT NULL`,
      countryRule: `${type.ascii(6)} NULL`,
      countries: `${type.longText} NULL`,
      reason: `${type.text(500)} NULL`,
      createdAt: `${type.time} NOT NULL`,
      archivedAt: `${type.time} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "broker_links_code", columns: ["code"], isUnique: true },
      { name: "broker_links_by_broker", columns: ["workspaceId", "platformId"] },
      { name: "broker_links_by_host", columns: ["host"] },
    ],
    references: [workspace, { column: "platformId", table: "platforms", onDelete: "CASCADE" }],
  },
  linkClicks: {
    columns: {
      id: `${type.ascii(20)} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      linkId: `${type.id} NOT NULL`,
      visitId: `${type.ascii(20)} NULL`,
      campaign: `${type.text(200)} NULL`,
      arrival: `${type.longText} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "link_clicks_by_link", columns: ["linkId", "createdAt"] },
      { name: "link_clicks_by_visit", columns: ["visitId"] },
      { name: "link_clicks_by_age", columns: ["createdAt"] },
    ],
    references: [workspace, { column: "linkId", table: "brokerLinks", onDelete: "CASCADE" }],
  },
  clickDeposits: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      clickId: `${type.ascii(20)} NOT NULL`,
      statementId: `${type.id} NULL`,
      line: `${type.integer} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "click_deposits_by_click", columns: ["clickId"] },
      { name: "click_deposits_by_workspace", columns: ["workspaceId", "clickId"] },
      { name: "click_deposits_by_statement", columns: ["statementId"] },
    ],
    references: [
      workspace,
      { column: "clickId", table: "linkClicks", onDelete: "CASCADE" },
      { column: "statementId", table: "imports", onDelete: "CASCADE" },
    ],
  },
  linkHosts: {
    columns: {
      host: `${type.ascii(253)} NOT NULL`,
      state: `${type.ascii(8)} NOT NULL`,
      updatedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["host"],
  },
}));

export default {
  name: tables.name,
  async up(queryInterface) {
    await tables.up(queryInterface);
    await addColumns(queryInterface, "submissions", {
      visitId: `${columnTypes(queryInterface).ascii(20)} NULL`,
    });
    if (!(await hasIndex(queryInterface, "submissions", BY_VISIT.name)))
      await queryInterface.addIndex("submissions", BY_VISIT.columns, { name: BY_VISIT.name });
  },
  async down(queryInterface) {
    await dropIndex(queryInterface, "submissions", BY_VISIT.name);
    await dropColumns(queryInterface, "submissions", ["visitId"]);
    await tables.down(queryInterface);
  },
} satisfies Migration;
