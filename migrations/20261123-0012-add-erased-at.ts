import { hasIndex } from "./owner-columns.ts";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

const index = "submissions_by_phone";

/** When the person of a submission was erased, and an index that finds a person by phone number. */
const migration: Migration = {
  name: "20261123-0012-add-erased-at",
  async up(queryInterface) {
    await addColumns(queryInterface, "submissions", { erasedAt: `${columnTypes(queryInterface).time} NULL` });
    if (!(await hasIndex(queryInterface, "submissions", index)))
      await queryInterface.addIndex("submissions", ["workspaceId", "phone"], { name: index });
  },
  async down(queryInterface) {
    if (await hasIndex(queryInterface, "submissions", index))
      await queryInterface.removeIndex("submissions", index);
    await dropColumns(queryInterface, "submissions", ["erasedAt"]);
  },
};

export default migration;
