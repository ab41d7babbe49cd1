import { isSqlite, sequelize } from "./connection.server.ts";

/**
 * Lets SQLite count what is in its indexes: without that it may read all deliveries of a workspace to find
 * those of one submission. MySQL does this by itself.
 * @see https://www.sqlite.org/pragma.html#pragma_optimize 0x10002: all tables that need it
 */
export async function updatePlannerStatistics(): Promise<void> {
  if (isSqlite) await sequelize.query("PRAGMA optimize=0x10002");
}
