import type { QueryInterface } from "sequelize";
import { hasIndex } from "./owner-columns.ts";
import { addColumns, columnTypes, createTable, dropColumns, dropTable, type Migration } from "./table.ts";

const index = "deliveries_replay";

/** Failed events of a range are sent again, and each knows by which replay. */
const migration: Migration = {
  name: "20261123-0102-create-replays",
  async up(queryInterface: QueryInterface) {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "replays",
      columns: {
        id: `${type.id} NOT NULL`,
        workspaceId: `${type.id} NOT NULL`,
        runningIn: `${type.id} NULL`,
        state: `${type.ascii(10)} NOT NULL`,
        dueAt: `${type.time} NULL`,
        leaseToken: `${type.ascii(36)} NULL`,
        attemptCount: `${type.integer} NOT NULL`,
        adPlatform: `${type.ascii(12)} NULL`,
        fromTime: `${type.time} NULL`,
        beforeTime: `${type.time} NULL`,
        deliveryIds: `${type.longText} NULL`,
        total: `${type.integer} NOT NULL`,
        createdAt: `${type.time} NOT NULL`,
        finishedAt: `${type.time} NULL`,
      },
      primaryKey: ["id"],
      keys: [
        { name: "replays_running", columns: ["runningIn"], isUnique: true },
        { name: "replays_due", columns: ["state", "dueAt"] },
        { name: "replays_owner", columns: ["workspaceId", "createdAt"] },
      ],
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
    await addColumns(queryInterface, "deliveries", { replayId: `${type.id} NULL` });
    if (!(await hasIndex(queryInterface, "deliveries", index)))
      await queryInterface.addIndex("deliveries", ["replayId", "state"], { name: index });
  },
  async down(queryInterface: QueryInterface) {
    if (await hasIndex(queryInterface, "deliveries", index))
      await queryInterface.removeIndex("deliveries", index);
    await dropColumns(queryInterface, "deliveries", ["replayId"]);
    await dropTable(queryInterface, "replays");
  },
};

export default migration;
