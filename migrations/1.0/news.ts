import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/news", (type) => ({
  // The feeds with what their last response said.
  newsFeeds: {
    columns: {
      id: `${type.ascii(64)} NOT NULL`,
      url: `${type.text(2048)} NOT NULL`,
      category: `${type.text(50)} NOT NULL`,
      title: `${type.text(100)} NULL`,
      etag: `${type.text(500)} NULL`,
      lastModified: `${type.text(100)} NULL`,
      dueAt: `${type.time} NOT NULL`,
      fetchedAt: `${type.time} NULL`,
      lastError: `${type.text(300)} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [{ name: "newsFeeds_due", columns: ["dueAt"] }],
  },
  // The items of feeds and of administrators.
  newsItems: {
    columns: {
      id: `${type.id} NOT NULL`,
      // Null for an administrator's own.
      feedId: `${type.ascii(64)} NULL`,
      // What makes it the same item again: the hash of its address, or of its title.
      itemKey: `${type.ascii(64)} NOT NULL`,
      title: `${type.text(300)} NOT NULL`,
      summary: `${type.text(1000)} NULL`,
      url: `${type.text(2048)} NULL`,
      source: `${type.text(100)} NOT NULL`,
      category: `${type.text(50)} NOT NULL`,
      publishedAt: `${type.time} NOT NULL`,
      createdByUserId: `${type.id} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "newsItems_key", columns: ["itemKey"], isUnique: true },
      { name: "newsItems_published", columns: ["publishedAt"] },
      { name: "newsItems_feed", columns: ["feedId", "publishedAt"] },
    ],
    references: [
      { column: "feedId", table: "newsFeeds", onDelete: "CASCADE" },
      { column: "createdByUserId", table: "users", onDelete: "SET NULL" },
    ],
  },
  // A published news item whose announcement is sent to accounts in the order of their ids.
  newsAnnouncements: {
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
  },
}));
