import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

const COLUMNS = [
  "acceptedByMeta",
  "acceptedByTiktok",
  "acceptedBySnapchat",
  "acceptedByGoogle",
  "unknownValue",
  "unknownWaitingValue",
  "unknownCommission",
];

/** How many claims each ad platform accepted, and of how many an amount is not known. All days are counted again. */
export default {
  name: "20261127-1100-unknown-money",
  async up(queryInterface) {
    const count = `${columnTypes(queryInterface).integer} NOT NULL DEFAULT 0`;
    await addColumns(queryInterface, "claimMoney", Object.fromEntries(COLUMNS.map((name) => [name, count])));
    await queryInterface.sequelize.query(
      `INSERT INTO dayMarks (workspaceId, day, id)
       SELECT DISTINCT c.workspaceId, c.claimDay, c.workspaceId FROM claimMoney c WHERE c.claimDay <> '' AND NOT EXISTS (
         SELECT 1 FROM dayMarks m WHERE m.workspaceId = c.workspaceId AND m.day = c.claimDay AND m.id = c.workspaceId)`,
    );
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "claimMoney", COLUMNS);
  },
} satisfies Migration;
