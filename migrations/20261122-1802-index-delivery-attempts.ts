import type { QueryInterface } from "sequelize";
import { hasIndex } from "./owner-columns.ts";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

const indexes = [
  {
    table: "deliveryAttempts",
    name: "deliveryAttempts_newest",
    columns: ["workspaceId", "at", "adPlatform", "outcome"],
  },
  {
    table: "deliveryAttempts",
    name: "deliveryAttempts_by_outcome",
    columns: ["workspaceId", "outcome", "at"],
  },
  { table: "deliveryAttempts", name: "deliveryAttempts_trace", columns: ["traceId"] },
  { table: "deliveries", name: "deliveries_newest", columns: ["workspaceId", "createdAt"] },
];

/** The delivery log lists a workspace's attempts by time, and finds one by its trace id. */
const migration: Migration = {
  name: "20261122-1802-index-delivery-attempts",
  async up(queryInterface: QueryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "deliveryAttempts", {
      workspaceId: `${type.id} NOT NULL DEFAULT ''`,
      adPlatform: `${type.ascii(12)} NOT NULL DEFAULT ''`,
    });
    const of = (column: string) =>
      `(SELECT d.${column} FROM deliveries d WHERE d.id = deliveryAttempts.deliveryId)`;
    await queryInterface.sequelize.query(
      `UPDATE deliveryAttempts SET workspaceId = ${of("workspaceId")}, adPlatform = ${of("adPlatform")} WHERE workspaceId = ''`,
    );
    for (const { table, name, columns } of indexes)
      if (!(await hasIndex(queryInterface, table, name)))
        await queryInterface.addIndex(table, columns, { name });
  },
  async down(queryInterface: QueryInterface) {
    for (const { table, name } of indexes)
      if (await hasIndex(queryInterface, table, name)) await queryInterface.removeIndex(table, name);
    await dropColumns(queryInterface, "deliveryAttempts", ["workspaceId", "adPlatform"]);
  },
};

export default migration;
