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

const LEASE = ["dueAt", "leaseToken", "mark"];
/** The poll asks for workspaces with these. */
const INDEXES = {
  workspaces_amounts_changed: "amountsChangedAt",
  workspaces_rates_changed: "ratesChangedAt",
};

/** What all processes must know of, and the lease of a job that one process runs at a time. */
export default {
  name: "20261126-1910-changes",
  async up(queryInterface) {
    const { id, ascii, time } = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "changes",
      columns: { id: `${id} NOT NULL`, topic: `${ascii(50)} NOT NULL` },
      primaryKey: ["id"],
    });
    await addColumns(queryInterface, "jobRuns", { dueAt: time, leaseToken: id, mark: id });
    for (const [name, column] of Object.entries(INDEXES))
      if (!(await hasIndex(queryInterface, "workspaces", name)))
        await queryInterface.sequelize.query(`CREATE INDEX \`${name}\` ON workspaces (${column})`);
  },
  async down(queryInterface) {
    for (const name of Object.keys(INDEXES)) await dropIndex(queryInterface, "workspaces", name);
    await dropColumns(queryInterface, "jobRuns", LEASE);
    await dropTable(queryInterface, "changes");
  },
} satisfies Migration;
