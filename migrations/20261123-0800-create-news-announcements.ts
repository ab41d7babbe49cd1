import { tableMigration } from "./table.ts";

/** A published news item whose announcement is sent to accounts in the order of their ids. */
export default tableMigration("20261123-0800-create-news-announcements", (type) => ({
  name: "newsAnnouncements",
  columns: {
    id: `${type.id} NOT NULL`,
    newsItemId: `${type.id} NOT NULL`,
    state: `${type.ascii(10)} NOT NULL`,
    dueAt: `${type.time} NULL`,
    leaseToken: `${type.ascii(36)} NULL`,
    attemptCount: `${type.integer} NOT NULL`,
    lastUserId: `${type.id} NULL`,
    createdAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "newsAnnouncements_item", columns: ["newsItemId"], isUnique: true },
    { name: "newsAnnouncements_due", columns: ["state", "dueAt"] },
  ],
  references: [{ column: "newsItemId", table: "newsItems", onDelete: "CASCADE" }],
}));
