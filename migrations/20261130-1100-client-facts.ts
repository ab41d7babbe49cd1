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

const workspace = { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" } as const;

/** What brokers say of each client on each day, and which claims are a client's. It outlives its sources. */
const tables = tablesMigration("20261130-1100-client-facts", (type) => ({
  clientFacts: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      source: `${type.ascii(10)} NOT NULL`,
      kind: `${type.ascii(16)} NOT NULL`,
      statementId: `${type.id} NULL`,
      matchingId: `${type.id} NULL`,
      brokerRowId: `${type.id} NULL`,
      line: `${type.integer} NOT NULL`,
      receivedAt: `${type.time} NOT NULL`,
      grain: `${type.ascii(12)} NOT NULL`,
      day: `${type.day} NOT NULL`,
      lastDay: `${type.day} NULL`,
      atFrom: `${type.time} NOT NULL`,
      atTo: `${type.time} NOT NULL`,
      coversFrom: `${type.day} NULL`,
      coversTo: `${type.day} NULL`,
      clientHash: `${type.ascii(64)} NOT NULL`,
      submissionIds: `${type.longText} NOT NULL`,
      amount: `${type.money} NULL`,
      currency: `${type.ascii(3)} NULL`,
      lots: `${type.money} NULL`,
      trades: `${type.integer} NULL`,
      turnover: `${type.sum} NULL`,
      revenue: `${type.money} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "client_facts_line", columns: ["statementId", "matchingId", "line", "kind"], isUnique: true },
      { name: "client_facts_client", columns: ["platformId", "clientHash"] },
      { name: "client_facts_row", columns: ["brokerRowId"] },
      { name: "client_facts_workspace", columns: ["workspaceId"] },
    ],
    references: [
      workspace,
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
      { column: "statementId", table: "imports", onDelete: "SET NULL" },
    ],
  },
  claimClients: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      submissionId: `${type.id} NOT NULL`,
      clientHash: `${type.ascii(64)} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "claim_clients_claim", columns: ["submissionId", "clientHash"], isUnique: true },
      { name: "claim_clients_client", columns: ["workspaceId", "clientHash"] },
    ],
    references: [workspace, { column: "submissionId", table: "submissions", onDelete: "CASCADE" }],
  },
}));

const PAID_KEYS = [
  { name: "paid_commissions_row", columns: ["brokerRowId"] },
  // Begun with the broker, it would take the place of the index of the reference, and could not be dropped.
  { name: "paid_commissions_client", columns: ["clientHash", "platformId"] },
];

/** Commission of postbacks and APIs stands beside that of files, which the version before writes alone. */
const columnsOfPaid = (queryInterface: QueryInterface) => {
  const type = columnTypes(queryInterface);
  return {
    source: `${type.ascii(10)} NOT NULL DEFAULT 'statement'`,
    brokerRowId: `${type.id} NULL`,
    lastDay: `${type.day} NULL`,
    coversFrom: `${type.day} NULL`,
    coversTo: `${type.day} NULL`,
  };
};

export default {
  name: tables.name,
  async up(queryInterface) {
    await tables.up(queryInterface);
    await addColumns(queryInterface, "paidCommissions", columnsOfPaid(queryInterface));
    for (const { name, columns } of PAID_KEYS)
      if (!(await hasIndex(queryInterface, "paidCommissions", name)))
        await queryInterface.addIndex("paidCommissions", columns, { name });
  },
  async down(queryInterface) {
    // Those of files have a name.
    await queryInterface.sequelize.query("DELETE FROM paidCommissions WHERE fileName = ''");
    for (const { name } of PAID_KEYS) await dropIndex(queryInterface, "paidCommissions", name);
    await dropColumns(queryInterface, "paidCommissions", Object.keys(columnsOfPaid(queryInterface)));
    await tables.down(queryInterface);
  },
} satisfies Migration;
