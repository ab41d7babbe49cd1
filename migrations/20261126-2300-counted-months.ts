import { type Migration, tablesMigration } from "./table.ts";

const tables = tablesMigration("20261126-2300-counted-months", (type) => ({
  countedMonths: {
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      month: `${type.ascii(7)} NOT NULL`,
      // NULL while the counts are what the days add up to.
      dueAt: `${type.time} NULL`,
    },
    primaryKey: ["workspaceId", "month"],
    keys: [{ name: "countedMonths_due", columns: ["dueAt"] }],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  monthCounts: {
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      month: `${type.ascii(7)} NOT NULL`,
      kind: `${type.ascii(10)} NOT NULL`,
      value: `${type.exact(200)} NOT NULL`,
      status: `${type.ascii(10)} NOT NULL`,
      eventState: `${type.ascii(10)} NOT NULL`,
      truthState: `${type.ascii(12)} NOT NULL`,
      count: `${type.integer} NOT NULL`,
    },
    primaryKey: ["workspaceId", "month", "kind", "value", "status", "eventState", "truthState"],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
}));

/** The totals of whole months, which a job adds up from those of their days. */
const migration: Migration = {
  ...tables,
  async down(queryInterface) {
    await tables.down(queryInterface);
    // After the next `up` the job waits again until all servers mark the months they change.
    await queryInterface.sequelize.query("DELETE FROM jobRuns WHERE name = 'ended months'");
  },
};

export default migration;
