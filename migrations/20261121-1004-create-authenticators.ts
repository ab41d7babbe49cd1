import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

/** Two-step sign-in: an app's secret per account, and the codes that stand in for it. */
const migration: Migration = {
  name: "20261121-1004-create-authenticators",
  up: async (queryInterface) => {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "authenticators",
      columns: {
        userId: `${type.id} NOT NULL`,
        secret: `${type.longText} NOT NULL`,
        confirmedAt: `${type.time} NULL`,
        lastStep: `${type.integer} NOT NULL`,
        createdAt: `${type.time} NOT NULL`,
      },
      primaryKey: ["userId"],
      references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
    });
    await createTable(queryInterface, {
      name: "recoveryCodes",
      columns: {
        id: `${type.id} NOT NULL`,
        userId: `${type.id} NOT NULL`,
        codeHash: `${type.ascii(64)} NOT NULL`,
        createdAt: `${type.time} NOT NULL`,
        usedAt: `${type.time} NULL`,
      },
      primaryKey: ["id"],
      keys: [{ name: "recoveryCodes_code", columns: ["userId", "codeHash"], isUnique: true }],
      references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
    });
  },
  down: async (queryInterface) => {
    await dropTable(queryInterface, "recoveryCodes");
    await dropTable(queryInterface, "authenticators");
  },
};

export default migration;
