import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { migrations } from "../../migrations/index.ts";

const FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));
const NOT_MIGRATIONS = ["1.0/index", "1.0/replaced"];

test("every migration of the folder is in the list, once, under the name of its file", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((file) => /^(\d{8}-\d{4}-.+|1\.0\/.+)\.ts$/.test(file))
    .map((file) => file.slice(0, -".ts".length))
    .filter((file) => !NOT_MIGRATIONS.includes(file));
  expect(migrations.map(({ name }) => name).sort()).toEqual(files.sort());
});
