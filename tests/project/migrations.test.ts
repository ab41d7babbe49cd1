import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { migrations } from "../../migrations/index.ts";

const FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

test("every migration of the folder is in the list, once", async () => {
  const files = readdirSync(FOLDER).filter((file) => /^\d{8}-\d{4}-/.test(file));
  const found = await Promise.all(files.map((file) => import(path.join(FOLDER, file))));
  const names = found.map((module) => module.default.name);
  expect(migrations.map(({ name }) => name).sort()).toEqual(names.sort());
});
