import { addColumns, columnTypes, dropColumns, dropIndex, hasIndex, type Migration } from "./table.ts";

const TABLE = "mails";
const INDEX = "mails_claim";

/** The claim whose visitor an email goes to. It is erased with that claim, and with no other. */
export default {
  name: "20261129-2000-mails-of-claims",
  async up(queryInterface) {
    const { id } = columnTypes(queryInterface);
    await addColumns(queryInterface, TABLE, { workspaceId: `${id} NULL`, submissionId: `${id} NULL` });
    if (await hasIndex(queryInterface, TABLE, INDEX)) return;
    await queryInterface.addIndex(TABLE, ["workspaceId", "submissionId"], { name: INDEX });
  },
  async down(queryInterface) {
    await dropIndex(queryInterface, TABLE, INDEX);
    await dropColumns(queryInterface, TABLE, ["workspaceId", "submissionId"]);
  },
} satisfies Migration;
