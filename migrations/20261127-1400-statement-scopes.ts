import type { Migration } from "./table.ts";

/** Statements get scopes of their own. A key keeps what it reaches by those of claims. */
export default {
  name: "20261127-1400-statement-scopes",
  async up(queryInterface) {
    await queryInterface.sequelize.query(
      `UPDATE apiKeys SET scopes = REPLACE(REPLACE(scopes,
        'submissions:read', 'submissions:read,statements:read'),
        'submissions:write', 'submissions:write,statements:write')
      WHERE scopes LIKE '%submissions:%' AND scopes NOT LIKE '%statements:%'`,
    );
  },
  async down(queryInterface) {
    await queryInterface.sequelize.query(
      "UPDATE apiKeys SET scopes = REPLACE(REPLACE(scopes, ',statements:read', ''), ',statements:write', '')",
    );
  },
} satisfies Migration;
