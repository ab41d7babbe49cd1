import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/bulk-jobs", (type) => ({
  // Decisions of many submissions in the background, with what became of each.
  bulkJobs: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      userId: `${type.id} NULL`,
      kind: `${type.ascii(10)} NOT NULL DEFAULT 'decide'`,
      decision: `${type.longText} NOT NULL`,
      total: `${type.integer} NOT NULL`,
      state: `${type.ascii(10)} NOT NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      finishedAt: `${type.time} NULL`,
      undoneAt: `${type.time} NULL`,
      dismissedAt: `${type.time} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "bulkJobs_due", columns: ["state", "dueAt"] },
      { name: "bulkJobs_newest", columns: ["workspaceId", "createdAt"] },
    ],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  bulkJobItems: {
    columns: {
      jobId: `${type.id} NOT NULL`,
      submissionId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      attemptCount: `${type.integer} NOT NULL DEFAULT 0`,
      outcome: `${type.ascii(10)} NOT NULL`,
      error: `${type.text(500)} NULL`,
    },
    primaryKey: ["jobId", "submissionId"],
    keys: [{ name: "bulkJobItems_outcome", columns: ["jobId", "outcome"] }],
    references: [
      { column: "jobId", table: "bulkJobs", onDelete: "CASCADE" },
      { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
    ],
  },
}));
