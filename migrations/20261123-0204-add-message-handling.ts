import { hasIndex } from "./owner-columns.ts";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

const index = "contactMessages_handled";

/** When a contact message was handled, and by whom. */
const migration: Migration = {
  name: "20261123-0204-add-message-handling",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "contactMessages", {
      handledAt: `${type.time} NULL`,
      handledBy: `${type.text(100)} NULL`,
    });
    if (!(await hasIndex(queryInterface, "contactMessages", index)))
      await queryInterface.addIndex("contactMessages", ["handledAt", "createdAt"], { name: index });
  },
  async down(queryInterface) {
    if (await hasIndex(queryInterface, "contactMessages", index))
      await queryInterface.removeIndex("contactMessages", index);
    await dropColumns(queryInterface, "contactMessages", ["handledAt", "handledBy"]);
  },
};

export default migration;
