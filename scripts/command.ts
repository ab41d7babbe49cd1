import { sequelize } from "#app/database/connection.server.ts";

/** Runs a command to its end: what it refuses is one sentence on stderr and exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await sequelize.close();
  }
}
