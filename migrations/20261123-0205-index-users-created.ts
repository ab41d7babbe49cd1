import { hasIndex } from "./owner-columns.ts";
import type { Migration } from "./table.ts";

const index = "users_created";

/** For the list of users, the newest first, and for the registrations of a period. */
const migration: Migration = {
  name: "20261123-0205-index-users-created",
  async up(queryInterface) {
    if (!(await hasIndex(queryInterface, "users", index)))
      await queryInterface.addIndex("users", ["createdAt"], { name: index });
  },
  async down(queryInterface) {
    if (await hasIndex(queryInterface, "users", index)) await queryInterface.removeIndex("users", index);
  },
};

export default migration;
