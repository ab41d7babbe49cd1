import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

/** Decisions of many submissions in the background, with what became of each. */
const migration: Migration = {
  name: "20261122-2302-create-bulk-jobs",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "bulkJobs",
      columns: {
        id: `${type.id} NOT NULL`,
        workspaceId: `${type.id} NOT NULL`,
        userId: `${type.id} NULL`,
        decision: `${type.longText} NOT NULL`,
        total: `${type.integer} NOT NULL`,
        state: `${type.ascii(10)} NOT NULL`,
        dueAt: `${type.time} NULL`,
        leaseToken: `${type.id} NULL`,
        attemptCount: `${type.integer} NOT NULL`,
        createdAt: `${type.time} NOT NULL`,
        finishedAt: `${type.time} NULL`,
      },
      primaryKey: ["id"],
      keys: [
        { name: "bulkJobs_due", columns: ["state", "dueAt"] },
        { name: "bulkJobs_newest", columns: ["workspaceId", "createdAt"] },
      ],
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
    await createTable(queryInterface, {
      name: "bulkJobItems",
      columns: {
        jobId: `${type.id} NOT NULL`,
        submissionId: `${type.id} NOT NULL`,
        workspaceId: `${type.id} NOT NULL`,
        outcome: `${type.ascii(10)} NOT NULL`,
        error: `${type.text(500)} NULL`,
      },
      primaryKey: ["jobId", "submissionId"],
      keys: [{ name: "bulkJobItems_outcome", columns: ["jobId", "outcome"] }],
      references: [
        { column: "jobId", table: "bulkJobs", onDelete: "CASCADE" },
        { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
      ],
    });
  },
  async down(queryInterface) {
    for (const name of ["bulkJobItems", "bulkJobs"]) await dropTable(queryInterface, name);
  },
};

export default migration;
