import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** What a job of many does, whether its report was closed, and how often each submission was tried. */
const migration: Migration = {
  name: "20261123-0500-extend-bulk-jobs",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "bulkJobs", {
      kind: `${type.ascii(10)} NOT NULL DEFAULT 'decide'`,
      undoneAt: `${type.time} NULL`,
      dismissedAt: `${type.time} NULL`,
    });
    await addColumns(queryInterface, "bulkJobItems", {
      attemptCount: `${type.integer} NOT NULL DEFAULT 0`,
    });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "bulkJobItems", ["attemptCount"]);
    await dropColumns(queryInterface, "bulkJobs", ["kind", "undoneAt", "dismissedAt"]);
  },
};

export default migration;
