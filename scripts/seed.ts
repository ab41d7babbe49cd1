import { parseArgs } from "node:util";
import { migrateUp } from "#app/database/migrate.server.ts";
import { withQueryLimit } from "#app/database/query-limit.server.ts";
import { config } from "#app/env.server.ts";
import { runCommand } from "./command.ts";
import { seedDemo } from "./demo-data.ts";
import { seedManyClaims } from "./many-claims.ts";

const USAGE = `Usage: node build/commands/seed.js [--submissions 200000]
Migrates a database and fills it with the demo's data; --submissions adds four owners with that many claims. Not in
production.`;

await runCommand(USAGE, async () => {
  if (config.isProduction) throw new Error("Demo data does not belong into production.");
  const { values } = parseArgs({ options: { submissions: { type: "string", default: "0" } } });
  const submissions = Number(values.submissions);
  if (!Number.isInteger(submissions) || submissions < 0)
    throw new Error("Please say how many claims: --submissions 200000");
  await migrateUp();
  console.log((await seedDemo()) ? "The demo data is there." : "The demo data was there already.");
  if (submissions === 0) return;
  const startedAt = Date.now();
  const isNew = await withQueryLimit(Infinity, () => seedManyClaims(submissions));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(
    isNew ? `${submissions} claims are there, in ${seconds} s.` : "Many claims were there already.",
  );
});
