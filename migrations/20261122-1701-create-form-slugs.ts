import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

/** Every slug that a workspace's form has had: none of them goes to somebody else. */
const migration: Migration = {
  name: "20261122-1701-create-form-slugs",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "formSlugs",
      columns: {
        slug: `${type.ascii(50)} NOT NULL`,
        workspaceId: `${type.id} NOT NULL`,
        createdAt: `${type.time} NOT NULL`,
      },
      primaryKey: ["slug"],
      keys: [{ name: "formSlugs_owner", columns: ["workspaceId", "createdAt"] }],
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
    await queryInterface.sequelize.query(
      `INSERT INTO formSlugs (slug, workspaceId, createdAt)
       SELECT slug, workspaceId, createdAt FROM optInForms
       WHERE slug NOT IN (SELECT slug FROM formSlugs)`,
    );
  },
  down: (queryInterface) => dropTable(queryInterface, "formSlugs"),
};

export default migration;
