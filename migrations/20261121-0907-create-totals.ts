import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

const migration: Migration = {
  name: "20261121-0907-create-totals",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    const owner = [{ column: "userId", table: "users", onDelete: "CASCADE" as const }];
    await createTable(queryInterface, {
      name: "submissionTotals",
      columns: {
        userId: `${type.id} NOT NULL`,
        day: `${type.day} NOT NULL`,
        platformId: `${type.id} NOT NULL`,
        status: `${type.ascii(10)} NOT NULL`,
        // 'none' where the submission has no event status: a key column cannot be NULL.
        eventStatus: `${type.ascii(6)} NOT NULL`,
        count: `${type.integer} NOT NULL`,
      },
      primaryKey: ["userId", "day", "platformId", "status", "eventStatus"],
      references: owner,
    });
    await createTable(queryInterface, {
      name: "sourceTotals",
      columns: {
        userId: `${type.id} NOT NULL`,
        day: `${type.day} NOT NULL`,
        source: `${type.exact(200)} NOT NULL`,
        count: `${type.integer} NOT NULL`,
      },
      primaryKey: ["userId", "day", "source"],
      references: owner,
    });
    await createTable(queryInterface, {
      name: "viewTotals",
      columns: {
        userId: `${type.id} NOT NULL`,
        day: `${type.day} NOT NULL`,
        count: `${type.integer} NOT NULL`,
      },
      primaryKey: ["userId", "day"],
      references: owner,
    });
  },
  async down(queryInterface) {
    for (const name of ["viewTotals", "sourceTotals", "submissionTotals"])
      await dropTable(queryInterface, name);
  },
};

export default migration;
