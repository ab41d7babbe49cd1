import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** When the person of a submission was erased. */
const migration: Migration = {
  name: "20261123-0012-add-erased-at",
  async up(queryInterface) {
    await addColumns(queryInterface, "submissions", { erasedAt: `${columnTypes(queryInterface).time} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "submissions", ["erasedAt"]);
  },
};

export default migration;
