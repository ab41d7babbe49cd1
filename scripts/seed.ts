import { parseArgs } from "node:util";
import { migrateUp } from "#app/database/migrate.server.ts";
import { config } from "#app/env.server.ts";
import { runCommand } from "./command.ts";
import { seedDemo } from "./demo-data.ts";
import { seedManyClaims } from "./many-claims.ts";
import { createMissingIndexes } from "./without-indexes.ts";

const USAGE = `Usage: node build/commands/seed.js [--submissions 200000]
Migrates a database and fills it with the demo's data; --submissions adds four owners with that many claims. If it is
ended early on MySQL, some indexes are missing until the next run, which creates them first. Not in production.`;

await runCommand(USAGE, async () => {
  if (config.isProduction) throw new Error("Demo data does not belong into production.");
  const { values } = parseArgs({ options: { submissions: { type: "string", default: "0" } } });
  const submissions = Number(values.submissions);
  if (!Number.isInteger(submissions) || submissions < 0)
    throw new Error("Please say how many claims: --submissions 200000");
  await migrateUp();
  const missing = await createMissingIndexes();
  if (missing > 0)
    console.error(
      `The last run ended early. Its ${missing} indexes are there again, and a part of its claims.`,
    );
  console.log((await seedDemo()) ? "The demo data is there." : "The demo data was there already.");
  if (submissions === 0) return;
  const startedAt = Date.now();
  const isNew = await seedManyClaims(submissions);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(
    isNew ? `${submissions} claims are there, in ${seconds} s.` : "Many claims were there already.",
  );
});
