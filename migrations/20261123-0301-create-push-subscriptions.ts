import { tableMigration } from "./table.ts";

/** The browsers that get push messages. Each is work: what is due is sent to it. */
export default tableMigration("20261123-0301-create-push-subscriptions", (type) => ({
  name: "pushSubscriptions",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    sessionId: `${type.id} NOT NULL`,
    endpointHash: `${type.ascii(64)} NOT NULL`,
    subscription: `${type.longText} NOT NULL`,
    state: `${type.ascii(10)} NOT NULL`,
    dueAt: `${type.time} NULL`,
    leaseToken: `${type.id} NULL`,
    attemptCount: `${type.integer} NOT NULL`,
    lastError: `${type.ascii(60)} NULL`,
    lastPushedAt: `${type.time} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "pushSubscriptions_endpoint", columns: ["endpointHash"], isUnique: true },
    { name: "pushSubscriptions_due", columns: ["state", "dueAt"] },
    { name: "pushSubscriptions_user", columns: ["userId"] },
    { name: "pushSubscriptions_session", columns: ["sessionId"] },
    { name: "pushSubscriptions_lease", columns: ["leaseToken"] },
  ],
  references: [
    { column: "userId", table: "users", onDelete: "CASCADE" },
    { column: "sessionId", table: "sessions", onDelete: "CASCADE" },
  ],
}));
