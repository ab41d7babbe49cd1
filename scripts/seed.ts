import { migrateUp } from "#app/database/migrate.server.ts";
import { config } from "#app/env.server.ts";
import { runCommand } from "./command.ts";
import { seedDemo } from "./demo-data.ts";

/** Migrates and fills a database with the demo's data. */
await runCommand(async () => {
  if (config.isProduction) throw new Error("Demo data does not belong into production.");
  await migrateUp();
  console.log((await seedDemo()) ? "The demo data is there." : "The demo data was there already.");
});
