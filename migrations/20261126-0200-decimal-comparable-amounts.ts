import type { QueryInterface } from "sequelize";
import { addColumns, columnTypes, dropColumns, hasIndex, type Migration, renameColumns } from "./table.ts";

const INDEX = "submissions_by_amount";
const columns = "`workspaceId`, `amountRank`, `comparableAmount`, `id`";

/** Lists sort amounts as decimals: a float was the only amount that was not stored as one. */
export default {
  name: "20261126-0200-decimal-comparable-amounts",
  up: (queryInterface) => changeType(queryInterface, columnTypes(queryInterface).sortableMoney),
  down: (queryInterface) => changeType(queryInterface, columnTypes(queryInterface).real),
} satisfies Migration;

async function changeType(queryInterface: QueryInterface, type: string): Promise<void> {
  const { sequelize } = queryInterface;
  if (sequelize.getDialect() === "mysql") {
    await sequelize.query(`ALTER TABLE submissions MODIFY COLUMN comparableAmount ${type} NULL`);
    return;
  }
  // SQLite changes no type: the values move to a new column. After a kill it goes on where it stopped.
  const { comparableAmount } = await queryInterface.describeTable("submissions");
  if (comparableAmount && comparableAmount.type !== type) {
    await addColumns(queryInterface, "submissions", { newComparableAmount: `${type} NULL` });
    await sequelize.query("UPDATE submissions SET newComparableAmount = comparableAmount");
    if (await hasIndex(queryInterface, "submissions", INDEX))
      await sequelize.query(`DROP INDEX \`${INDEX}\``);
    await dropColumns(queryInterface, "submissions", ["comparableAmount"]);
  }
  await renameColumns(queryInterface, "submissions", { newComparableAmount: "comparableAmount" });
  await sequelize.query(`CREATE INDEX IF NOT EXISTS \`${INDEX}\` ON submissions (${columns})`);
}
