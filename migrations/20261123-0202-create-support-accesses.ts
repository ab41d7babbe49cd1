import { addColumns, columnTypes, createTable, dropColumns, dropTable, type Migration } from "./table.ts";

/** What a user allows support for a limited time, and which session works by it. */
const migration: Migration = {
  name: "20261123-0202-create-support-accesses",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "supportAccesses",
      columns: {
        id: `${type.id} NOT NULL`,
        workspaceId: `${type.id} NOT NULL`,
        userId: `${type.id} NOT NULL`,
        openIn: `${type.id} NULL`,
        createdAt: `${type.time} NOT NULL`,
        expiresAt: `${type.time} NOT NULL`,
        endedAt: `${type.time} NULL`,
      },
      primaryKey: ["id"],
      keys: [
        { name: "supportAccesses_open", columns: ["openIn"], isUnique: true },
        { name: "supportAccesses_user", columns: ["userId"] },
        { name: "supportAccesses_owner", columns: ["workspaceId"] },
      ],
      references: [
        { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
        { column: "userId", table: "users", onDelete: "CASCADE" },
      ],
    });
    await addColumns(queryInterface, "sessions", { supportAccessId: `${type.id} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "sessions", ["supportAccessId"]);
    await dropTable(queryInterface, "supportAccesses");
  },
};

export default migration;
