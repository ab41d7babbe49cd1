import {
  addColumns,
  columnTypes,
  createTable,
  dropColumns,
  dropIndex,
  dropTable,
  hasIndex,
  type Migration,
} from "./table.ts";

const BY_LINK = {
  name: "submissions_newest_by_link",
  columns: ["workspaceId", "linkId", "createdAt", "id"],
};

/** Links that owners name, and what claims say of their link and ad. */
export default {
  name: "20261127-0010-links",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "links",
      columns: {
        id: `${type.id} NOT NULL`,
        workspaceId: `${type.id} NOT NULL`,
        formId: `${type.id} NOT NULL`,
        name: `${type.ascii(32)} NOT NULL`,
        label: `${type.text(100)} NOT NULL`,
        source: `${type.text(200)} NULL`,
        medium: `${type.text(200)} NULL`,
        campaign: `${type.text(200)} NULL`,
        createdAt: `${type.time} NOT NULL`,
        archivedAt: `${type.time} NULL`,
      },
      primaryKey: ["id"],
      keys: [
        { name: "links_name", columns: ["formId", "name"], isUnique: true },
        { name: "links_by_workspace", columns: ["workspaceId", "archivedAt"] },
      ],
      references: [
        { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
        { column: "formId", table: "optInForms", onDelete: "CASCADE" },
      ],
    });
    await addColumns(queryInterface, "submissions", {
      campaignId: `${type.ascii(64)} NULL`,
      adSetId: `${type.ascii(64)} NULL`,
      adId: `${type.ascii(64)} NULL`,
      link: `${type.ascii(32)} NULL`,
      linkId: `${type.id} NULL`,
    });
    if (!(await hasIndex(queryInterface, "submissions", BY_LINK.name)))
      await queryInterface.addIndex("submissions", BY_LINK.columns, { name: BY_LINK.name });
  },
  async down(queryInterface) {
    for (const table of ["breakdownTotals", "viewBreakdownTotals", "monthCounts"])
      await queryInterface.sequelize.query(`DELETE FROM ${table} WHERE kind = 'link'`);
    await queryInterface.sequelize.query("UPDATE countedMonths SET dueAt = '2026-11-27 00:00:00.000'");
    await dropIndex(queryInterface, "submissions", BY_LINK.name);
    await dropColumns(queryInterface, "submissions", ["campaignId", "adSetId", "adId", "link", "linkId"]);
    await dropTable(queryInterface, "links");
  },
} satisfies Migration;
