import { dropIndex, hasIndex, type Migration } from "./table.ts";

const INDEXES = [
  {
    table: "submissions",
    name: "submissions_newest_by_channel",
    columns: ["workspaceId", "channel", "createdAt", "id"],
  },
  { table: "telegramEntries", name: "telegramEntries_joined", columns: ["workspaceId", "joinedAt"] },
];

/** Claims by where they were made, and people by when they came through a door. */
export default {
  name: "20261130-0800-index-telegram-figures",
  async up(queryInterface) {
    for (const { table, name, columns } of INDEXES)
      if (!(await hasIndex(queryInterface, table, name)))
        await queryInterface.addIndex(table, columns, { name });
  },
  async down(queryInterface) {
    for (const { table, name } of INDEXES) await dropIndex(queryInterface, table, name);
  },
} satisfies Migration;
