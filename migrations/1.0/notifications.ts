import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/notifications", (type) => ({
  // What a member is told: one row for each event, or for all of one type within ten minutes.
  notifications: {
    columns: {
      id: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NULL`,
      kind: `${type.ascii(20)} NOT NULL`,
      type: `${type.ascii(30)} NOT NULL`,
      groupKey: `${type.ascii(100)} NOT NULL`,
      payload: `${type.longText} NOT NULL`,
      count: `${type.integer} NOT NULL`,
      isInApp: `${type.boolean} NOT NULL`,
      readAt: `${type.time} NULL`,
      emailDueAt: `${type.time} NULL`,
      emailedAt: `${type.time} NULL`,
      emailedCount: `${type.integer} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      updatedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "notifications_group", columns: ["userId", "groupKey"], isUnique: true },
      { name: "notifications_unread", columns: ["userId", "readAt"] },
      { name: "notifications_latest", columns: ["userId", "updatedAt"] },
      { name: "notifications_workspace", columns: ["workspaceId"] },
      { name: "notifications_email", columns: ["emailDueAt"] },
    ],
    references: [
      { column: "userId", table: "users", onDelete: "CASCADE" },
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
    ],
  },
  // The browsers that get push messages. Each is work: what is due is sent to it.
  pushSubscriptions: {
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
  },
  // The weeks that a workspace was sent a summary of, by their Monday.
  weeklySummaries: {
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      week: `${type.day} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["workspaceId", "week"],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
}));
