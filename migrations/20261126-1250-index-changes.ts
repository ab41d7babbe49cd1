import { addColumns, columnTypes, dropColumns, dropIndex, hasIndex, type Migration } from "./table.ts";

const INDEXES = [
  { table: "submissions", name: "submissions_changed" },
  { table: "deliveries", name: "deliveries_changed" },
];
const columns = "`workspaceId`, `updatedAt`, `id`";

/** Programs ask for what has changed since a time. */
export default {
  name: "20261126-1250-index-changes",
  async up(queryInterface) {
    const { sequelize } = queryInterface;
    const isMysql = sequelize.getDialect() === "mysql";
    // SQLite adds no column that must have a value without a default.
    const none = isMysql ? "'1970-01-01 00:00:00.000'" : "'1970-01-01 00:00:00.000 +00:00'";
    const { time } = columnTypes(queryInterface);
    await addColumns(queryInterface, "submissions", { updatedAt: `${time} NOT NULL DEFAULT ${none}` });
    const times = ["handledAt", "correctedAt", "withdrawnAt", "erasedAt"];
    const latest = times.map((name) => `COALESCE(${name}, createdAt)`).join(", ");
    await sequelize.query(
      `UPDATE submissions SET updatedAt = ${isMysql ? "GREATEST" : "MAX"}(${latest}) WHERE updatedAt = ${none}`,
    );
    for (const { table, name } of INDEXES)
      if (!(await hasIndex(queryInterface, table, name)))
        await sequelize.query(`CREATE INDEX \`${name}\` ON \`${table}\` (${columns})`);
  },
  async down(queryInterface) {
    for (const { table, name } of INDEXES) await dropIndex(queryInterface, table, name);
    await dropColumns(queryInterface, "submissions", ["updatedAt"]);
  },
} satisfies Migration;
