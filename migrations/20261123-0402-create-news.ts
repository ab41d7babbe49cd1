import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

/** News: the feeds with what their last response said, and the items of feeds and of administrators. */
const migration: Migration = {
  name: "20261123-0402-create-news",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "newsFeeds",
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
    });
    await createTable(queryInterface, {
      name: "newsItems",
      columns: {
        id: `${type.id} NOT NULL`,
        /** Null for an administrator's own. */
        feedId: `${type.ascii(64)} NULL`,
        /** What makes it the same item again: the hash of its address, or of its title. */
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
    });
  },
  async down(queryInterface) {
    await dropTable(queryInterface, "newsItems");
    await dropTable(queryInterface, "newsFeeds");
  },
};

export default migration;
