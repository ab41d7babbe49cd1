import { migrateDown, migrateUp } from "#app/database/migrate.server.ts";
import { runCommand } from "./command.ts";

/** `migrate`: brings the schema up to date. `migrate down`: takes the last migration back; with `--all`, every one. */
await runCommand(async () => {
  const isDown = process.argv[2] === "down";
  const names = isDown ? await migrateDown({ isAll: process.argv.includes("--all") }) : await migrateUp();
  console.log(
    names.length === 0
      ? "Nothing to migrate."
      : names.map((name) => `${isDown ? "down" : "up"}  ${name}`).join("\n"),
  );
});
