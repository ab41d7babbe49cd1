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

const VIEWS = "viewBreakdownTotals";
const OWNER = { name: "optInForms_owner", columns: ["workspaceId"] };
const POSITION = { name: "optInForms_position", columns: ["workspaceId", "position"] };
const DEFAULT = { name: "optInForms_default", columns: ["workspaceId", "isDefault"] };
const NEWEST = { name: "submissions_newest_by_form", columns: ["formId", "createdAt", "id", "workspaceId"] };

/** A workspace has several forms: their names, order and look, whose a slug was, and the totals of each. */
export default {
  name: "20261127-0000-forms",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    const run = (sql: string) => queryInterface.sequelize.query(sql);
    const index = async (table: string, { name, columns }: typeof OWNER, unique = false) => {
      if (!(await hasIndex(queryInterface, table, name)))
        await queryInterface.addIndex(table, columns, { name, unique });
    };
    await addColumns(queryInterface, "optInForms", {
      name: `${type.text(100)} NOT NULL DEFAULT ''`,
      position: `${type.integer} NOT NULL DEFAULT 0`,
      // True or NULL, never false: the unique key then holds one default per workspace.
      isDefault: `${type.boolean} NULL`,
      archivedAt: `${type.time} NULL`,
      accentColor: `${type.ascii(7)} NULL`,
      theme: `${type.ascii(9)} NOT NULL DEFAULT 'automatic'`,
    });
    if (await hasIndex(queryInterface, "optInForms", OWNER.name))
      await run("UPDATE optInForms SET isDefault = 1 WHERE deletedAt IS NULL");
    // The reference to the workspace needs an index, so the new ones come first.
    await index("optInForms", POSITION);
    await index("optInForms", DEFAULT, true);
    await dropIndex(queryInterface, "optInForms", OWNER.name);
    await addColumns(queryInterface, "formSlugs", { formId: `${type.id} NULL` });
    await run(
      `UPDATE formSlugs SET formId = (SELECT MIN(f.id) FROM optInForms f WHERE f.workspaceId = formSlugs.workspaceId)
       WHERE formId IS NULL`,
    );
    await index("submissions", NEWEST);
    await createTable(queryInterface, {
      name: VIEWS,
      columns: {
        workspaceId: `${type.id} NOT NULL`,
        kind: `${type.ascii(10)} NOT NULL`,
        value: `${type.exact(200)} NOT NULL`,
        day: `${type.day} NOT NULL`,
        count: `${type.integer} NOT NULL`,
      },
      primaryKey: ["workspaceId", "kind", "value", "day"],
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
    // Until now a workspace had one form, and its totals were those of the workspace.
    await run(`DELETE FROM ${VIEWS} WHERE kind = 'form'`);
    await run(
      `INSERT INTO ${VIEWS} (workspaceId, kind, value, day, \`count\`)
       SELECT v.workspaceId, 'form', MIN(f.id), v.day, MIN(v.\`count\`)
       FROM viewTotals v JOIN optInForms f ON f.workspaceId = v.workspaceId GROUP BY v.workspaceId, v.day`,
    );
    await run("DELETE FROM breakdownTotals WHERE kind = 'form'");
    const keys = "status, eventStatus, eventState, truthState";
    await run(
      `INSERT INTO breakdownTotals (workspaceId, kind, day, value, ${keys}, \`count\`)
       SELECT t.workspaceId, 'form', t.day, f.formId, ${keys}, SUM(t.\`count\`)
       FROM submissionTotals t
       JOIN (SELECT workspaceId, MIN(id) AS formId FROM optInForms GROUP BY workspaceId) f ON f.workspaceId = t.workspaceId
       GROUP BY t.workspaceId, t.day, f.formId, ${keys}`,
    );
    await run("UPDATE countedMonths SET dueAt = '2026-11-27 00:00:00.000'");
  },
  async down(queryInterface) {
    const run = (sql: string) => queryInterface.sequelize.query(sql);
    await run("DELETE FROM breakdownTotals WHERE kind = 'form'");
    await run("UPDATE countedMonths SET dueAt = '2026-11-27 00:00:00.000'");
    await dropTable(queryInterface, VIEWS);
    await dropIndex(queryInterface, "submissions", NEWEST.name);
    await dropColumns(queryInterface, "formSlugs", ["formId"]);
    // One form for each workspace; with several the key cannot be made, and no form is deleted for it.
    if (!(await hasIndex(queryInterface, "optInForms", OWNER.name)))
      await queryInterface.addIndex("optInForms", OWNER.columns, { name: OWNER.name, unique: true });
    await dropIndex(queryInterface, "optInForms", DEFAULT.name);
    await dropIndex(queryInterface, "optInForms", POSITION.name);
    await dropColumns(queryInterface, "optInForms", [
      "name",
      "position",
      "isDefault",
      "archivedAt",
      "accentColor",
      "theme",
    ]);
  },
} satisfies Migration;
