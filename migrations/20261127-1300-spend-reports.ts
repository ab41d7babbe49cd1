import { addColumns, columnTypes, createTable, dropColumns, type Migration } from "./table.ts";

/**
 * What files and accounts say of spend, of which the rows that count are worked out. Rows from before are taken for
 * reports when their days are worked out again.
 */
export default {
  name: "20261127-1300-spend-reports",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    const id = `${type.id} NOT NULL`;
    await createTable(queryInterface, {
      name: "spendReports",
      columns: {
        id,
        workspaceId: id,
        origin: `${type.ascii(10)} NOT NULL`,
        importId: `${type.id} NULL`,
        accountRef: `${type.id} NULL`,
        reportKey: `${type.ascii(64)} NOT NULL`,
        reportedAt: `${type.time} NOT NULL`,
        day: `${type.day} NOT NULL`,
        toDay: `${type.day} NOT NULL`,
        adPlatform: `${type.ascii(20)} NOT NULL`,
        accountId: `${type.ascii(64)} NOT NULL`,
        campaignRef: `${type.id} NULL`,
        adSetRef: `${type.id} NULL`,
        adRef: `${type.id} NULL`,
        hasUnknownAd: `${type.boolean} NOT NULL`,
        isComplete: `${type.boolean} NOT NULL`,
        currency: `${type.ascii(3)} NOT NULL`,
        amount: `${type.money} NOT NULL`,
        impressions: `${type.integer} NULL`,
        clicks: `${type.integer} NULL`,
        conversions: `${type.money} NULL`,
      },
      primaryKey: ["id"],
      keys: [
        { name: "spendReports_key", columns: ["workspaceId", "reportKey"], isUnique: true },
        { name: "spendReports_days", columns: ["workspaceId", "adPlatform", "day", "toDay"] },
        { name: "spendReports_import", columns: ["importId"] },
      ],
      references: [
        { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
        { column: "importId", table: "spendImports", onDelete: "CASCADE" },
      ],
    });
    await createTable(queryInterface, {
      name: "spendMarks",
      columns: { workspaceId: id, adPlatform: `${type.ascii(20)} NOT NULL`, day: `${type.day} NOT NULL` },
      primaryKey: ["workspaceId", "adPlatform", "day"],
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
    await addColumns(queryInterface, "spendRows", { isWorkedOut: `${type.boolean} NOT NULL DEFAULT 0` });
    await addColumns(queryInterface, "spendImports", { uploadedAt: `${type.time} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "spendImports", ["uploadedAt"]);
    await dropColumns(queryInterface, "spendRows", ["isWorkedOut"]);
    await queryInterface.dropTable("spendMarks");
    await queryInterface.dropTable("spendReports");
  },
} satisfies Migration;
