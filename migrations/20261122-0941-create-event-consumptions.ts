import { tableMigration } from "./table.ts";

export default tableMigration("20261122-0941-create-event-consumptions", (type) => ({
  name: "eventConsumptions",
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
}));
