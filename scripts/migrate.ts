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
  const names = isDown ? await migrateDown({ isAll: values.all, to: values.to }) : await migrateUp();
  console.log(
    names.length === 0
      ? "Nothing to migrate."
      : names.map((name) => `${isDown ? "down" : "up"}  ${name}`).join("\n"),
  );
});
