import { parseArgs } from "node:util";
import { migrateDown, migrateUp } from "#app/database/migrate.server.ts";
import { runCommand } from "./command.ts";

/** `migrate` migrates up. `migrate down` takes back the last migration, or more with `--to` and `--all`. */
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    options: { all: { type: "boolean" }, to: { type: "string" } },
    allowPositionals: true,
  });
  const isDown = positionals[0] === "down";
  const { names, adopted } = isDown
    ? { names: await migrateDown({ isAll: values.all, to: values.to }), adopted: null }
    : await migrateUp();
  if (adopted) {
    console.log("This database of version 0.1.0 is now one of version 1.0. Rows before and after:");
    for (const [table, rows] of Object.entries(adopted))
      console.log(`  ${table}: ${rows} rows before, ${rows} after`);
  }
  for (const name of names) console.log(`${isDown ? "down" : "up"}  ${name}`);
  if (names.length === 0 && !adopted) console.log("Nothing to migrate.");
});
