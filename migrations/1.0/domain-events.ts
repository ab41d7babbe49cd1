import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/domain-events", (type) => ({
  domainEvents: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      type: `${type.ascii(40)} NOT NULL`,
      subjectId: `${type.id} NOT NULL`,
      payload: `${type.longText} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [{ name: "domainEvents_workspace", columns: ["workspaceId"] }],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  eventConsumptions: {
    columns: {
      id: `${type.id} NOT NULL`,
      eventId: `${type.id} NOT NULL`,
      consumer: `${type.ascii(40)} NOT NULL`,
      state: `${type.ascii(10)} NOT NULL`,
      dueAt: `${type.time} NOT NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
      lastError: `${type.text(500)} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "eventConsumptions_once", columns: ["eventId", "consumer"], isUnique: true },
      { name: "eventConsumptions_due", columns: ["consumer", "state", "dueAt"] },
      { name: "eventConsumptions_lease", columns: ["leaseToken"] },
    ],
    references: [{ column: "eventId", table: "domainEvents", onDelete: "CASCADE" }],
  },
}));
