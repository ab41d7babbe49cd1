import { tableMigration } from "./table.ts";

export default tableMigration("20261121-0909-create-deliveries", (type) => ({
  name: "deliveries",
  columns: {
    id: `${type.id} NOT NULL`,
    submissionId: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    connectionId: `${type.id} NULL`,
    platform: `${type.ascii(12)} NOT NULL`,
    eventId: `${type.ascii(36)} NOT NULL`,
    state: `${type.ascii(10)} NOT NULL`,
    // Moving it forward is the lease of a claim: one that ran out is simply due again.
    dueAt: `${type.time} NULL`,
    leaseToken: `${type.ascii(36)} NULL`,
    attemptCount: `${type.integer} NOT NULL`,
    transientCount: `${type.integer} NOT NULL`,
    sendBefore: `${type.time} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
    updatedAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "deliveries_once", columns: ["submissionId", "platform"], isUnique: true },
    { name: "deliveries_event", columns: ["eventId"], isUnique: true },
    { name: "deliveries_due", columns: ["state", "dueAt"] },
    { name: "deliveries_lease", columns: ["leaseToken"] },
    { name: "deliveries_connection", columns: ["connectionId", "state"] },
    { name: "deliveries_owner", columns: ["userId", "state", "updatedAt"] },
  ],
  references: [
    { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
    { column: "userId", table: "users", onDelete: "CASCADE" },
    { column: "connectionId", table: "connections", onDelete: "SET NULL" },
  ],
}));
