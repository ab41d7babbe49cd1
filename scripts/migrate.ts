import { parseArgs } from "node:util";
import { migrateDown, migrateUp, type Progress } from "#app/database/migrate.server.ts";
import { runCommand } from "./command.ts";

const USAGE = `Usage:
  node build/commands/migrate.js              migrates the schema up to this version
  node build/commands/migrate.js down         takes the last migration back
  node build/commands/migrate.js down --to M  takes back what came after the migration M, which stays
  node build/commands/migrate.js down --all   takes back all of them, and with them all data

Stop servers and workers first. Only one run works at a time: another one waits and says for whom. The lock of a
killed run ends after 15 seconds, and the next run does what is missing.`;

function print(progress: Progress): void {
  if (progress.kind === "waiting") {
    const until = progress.until.toISOString().slice(11, 19);
    console.log(
      `${progress.holder} holds the migration lock until ${until} UTC, and renews it while it works. Waiting.`,
    );
    return;
  }
  if (progress.kind === "adopted") {
    console.log("This database of version 0.1.0 is now one of version 1.0. Rows before and after:");
    for (const [table, rows] of Object.entries(progress.rows))
      console.log(`  ${table}: ${rows} rows before, ${rows} after`);
    return;
  }
  const { direction, name, kind, ms } = progress;
  const what = kind === "started" ? "started" : `done in ${(ms / 1000).toFixed(1)} s`;
  console.log(`${direction}  ${name}  ${what}`);
}

async function down(options: { isAll: boolean; to: string | undefined }): Promise<void> {
  const { names, left } = await migrateDown(options, undefined, print);
  if (names.length === 0) console.log("Nothing to take back.");
  console.log(
    left.length === 0 ? "No migration stays." : `${left.at(-1)} stays, the last of ${left.length}.`,
  );
}

async function up(): Promise<void> {
  const { names, adopted } = await migrateUp(undefined, print);
  if (names.length === 0 && !adopted) console.log("Nothing to migrate.");
}

await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    options: { all: { type: "boolean", default: false }, to: { type: "string" } },
    allowPositionals: true,
  });
  const [direction = "up", ...others] = positionals;
  const isDown = direction === "down";
  if (others.length > 0 || (!isDown && (direction !== "up" || values.all || values.to !== undefined)))
    throw new Error(USAGE);
  await (isDown ? down({ isAll: values.all, to: values.to }) : up());
});
