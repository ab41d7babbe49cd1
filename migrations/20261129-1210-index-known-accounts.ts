import { dropIndex, hasIndex, type Migration } from "./table.ts";

const TABLE = "knownAccounts";
const NAME = "knownAccounts_account";

/** The search of claims finds the account numbers that statements have taught. */
export default {
  name: "20261129-1210-index-known-accounts",
  async up(queryInterface) {
    if (await hasIndex(queryInterface, TABLE, NAME)) return;
    await queryInterface.addIndex(TABLE, ["workspaceId", "accountKey"], { name: NAME });
  },
  async down(queryInterface) {
    await dropIndex(queryInterface, TABLE, NAME);
  },
} satisfies Migration;
