import { addColumns, columnTypes, createTable, dropColumns, dropTable, type Migration } from "./table.ts";

const FILES = ["statements", "spendImports"];

/** What a matching read in each row, and how often a file was taken over from a process that ended. */
export default {
  name: "20261128-2100-statement-readings",
  async up(queryInterface) {
    const { id, integer, longText } = columnTypes(queryInterface);
    for (const table of FILES)
      await addColumns(queryInterface, table, { lostLeases: `${integer} NOT NULL DEFAULT 0` });
    await addColumns(queryInterface, "statements", { readingId: `${id} NULL` });
    await createTable(queryInterface, {
      name: "statementReadings",
      columns: {
        statementId: `${id} NOT NULL`,
        matchingId: `${id} NOT NULL`,
        line: `${integer} NOT NULL`,
        workspaceId: `${id} NOT NULL`,
        facts: `${longText} NOT NULL`,
      },
      primaryKey: ["statementId", "matchingId", "line"],
      references: [{ column: "statementId", table: "statements", onDelete: "CASCADE" }],
    });
  },
  async down(queryInterface) {
    await dropTable(queryInterface, "statementReadings");
    await dropColumns(queryInterface, "statements", ["readingId"]);
    for (const table of FILES) await dropColumns(queryInterface, table, ["lostLeases"]);
  },
} satisfies Migration;
