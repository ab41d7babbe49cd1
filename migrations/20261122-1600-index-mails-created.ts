import type { QueryInterface } from "sequelize";
import { hasIndex } from "./owner-columns.ts";
import type { Migration } from "./table.ts";

const name = "mails_created";

/** Emails past their retention are found by their age. */
const migration: Migration = {
  name: "20261122-1600-index-mails-created",
  async up(queryInterface: QueryInterface) {
    if (!(await hasIndex(queryInterface, "mails", name)))
      await queryInterface.addIndex("mails", ["createdAt"], { name });
  },
  async down(queryInterface: QueryInterface) {
    if (await hasIndex(queryInterface, "mails", name)) await queryInterface.removeIndex("mails", name);
  },
};

export default migration;
