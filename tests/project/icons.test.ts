import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { drawIcons } from "../../scripts/icons.ts";

test("the file of icons has each icon in use, as `npm run icons` draws it", async () => {
  expect(await readFile("app/components/ui/icons.svg", "utf8")).toBe(await drawIcons());
});
