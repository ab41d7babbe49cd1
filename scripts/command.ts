import { sequelize } from "#app/database/connection.server.ts";
import { withQueryLimit } from "#app/database/query-limit.server.ts";
import { printHelp } from "./help.ts";

/**
 * Runs a command to its end, however long the database takes: what it refuses is one sentence on stderr and exit
 * code 1. `--help` prints how it is used, and does nothing.
 */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  if (printHelp(usage)) return;
  try {
    await withQueryLimit(Infinity, work);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await sequelize.close();
  }
}
