import type { QueryInterface } from "sequelize";
import { addColumns, columnTypes, dropColumns, hasIndex, type Migration } from "./table.ts";

const MATCHED = [
  { table: "statementMatches", name: "statementMatches_order", rest: ["matchGroup", "number"], unique: "" },
  { table: "paidCommissions", name: "paidCommissions_line", rest: ["line"], unique: "UNIQUE " },
];

/** What a matching finds is stored in parts, and shown once its statement names the matching. */
export default {
  name: "20261126-1700-matchings",
  async up(queryInterface) {
    const { id } = columnTypes(queryInterface);
    for (const table of ["statements", ...MATCHED.map((one) => one.table)])
      await addColumns(queryInterface, table, { matchingId: `${id} NULL` });
    const { sequelize } = queryInterface;
    await sequelize.query("UPDATE statements SET matchingId = id WHERE matchingId IS NULL");
    for (const { table, name, rest, unique } of MATCHED) {
      await sequelize.query(
        `UPDATE ${table} SET matchingId = statementId WHERE matchingId IS NULL AND statementId IS NOT NULL`,
      );
      // The new index comes first: the reference to the statement needs one.
      const columns = ["statementId", "matchingId", ...rest].join(", ");
      if (!(await hasIndex(queryInterface, table, `${name}_of`)))
        await sequelize.query(`CREATE ${unique}INDEX ${name}_of ON ${table} (${columns})`);
      await dropIndex(queryInterface, table, name);
    }
  },
  async down(queryInterface) {
    const { sequelize } = queryInterface;
    for (const { table, name, rest, unique } of MATCHED) {
      // What is not shown would be.
      await sequelize.query(
        `DELETE FROM ${table} WHERE statementId IS NOT NULL AND matchingId NOT IN
           (SELECT matchingId FROM statements WHERE matchingId IS NOT NULL)`,
      );
      if (!(await hasIndex(queryInterface, table, name)))
        await sequelize.query(
          `CREATE ${unique}INDEX ${name} ON ${table} (${["statementId", ...rest].join(", ")})`,
        );
      await dropIndex(queryInterface, table, `${name}_of`);
      await dropColumns(queryInterface, table, ["matchingId"]);
    }
    await dropColumns(queryInterface, "statements", ["matchingId"]);
  },
} satisfies Migration;

async function dropIndex(queryInterface: QueryInterface, table: string, name: string): Promise<void> {
  if (!(await hasIndex(queryInterface, table, name))) return;
  const isMysql = queryInterface.sequelize.getDialect() === "mysql";
  await queryInterface.sequelize.query(`DROP INDEX ${name}${isMysql ? ` ON ${table}` : ""}`);
}
