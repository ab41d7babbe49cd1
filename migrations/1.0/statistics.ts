import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/statistics", (type) => ({
  submissionTotals: {
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      day: `${type.day} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      status: `${type.ascii(10)} NOT NULL`,
      // 'none' where the submission has no event status: a key column cannot be NULL.
      eventStatus: `${type.ascii(6)} NOT NULL`,
      count: `${type.integer} NOT NULL`,
    },
    primaryKey: ["workspaceId", "day", "platformId", "status", "eventStatus"],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  breakdownTotals: {
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      kind: `${type.ascii(10)} NOT NULL`,
      day: `${type.day} NOT NULL`,
      // '' where the submission has none: a key column cannot be NULL.
      value: `${type.exact(200)} NOT NULL`,
      status: `${type.ascii(10)} NOT NULL`,
      eventStatus: `${type.ascii(6)} NOT NULL`,
      count: `${type.integer} NOT NULL`,
    },
    primaryKey: ["workspaceId", "kind", "day", "value", "status", "eventStatus"],
    keys: [{ name: "breakdownTotals_by_value", columns: ["workspaceId", "kind", "value", "day"] }],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  commissionTotals: {
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      day: `${type.day} NOT NULL`,
      currency: `${type.ascii(3)} NOT NULL`,
      amount: `${type.sum} NOT NULL`,
    },
    primaryKey: ["workspaceId", "day", "currency"],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  viewTotals: {
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      day: `${type.day} NOT NULL`,
      count: `${type.integer} NOT NULL`,
    },
    primaryKey: ["workspaceId", "day"],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
}));
