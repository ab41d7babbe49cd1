import { expect, test } from "vitest";
import { createScope } from "./scope.server.ts";

test("a scope's value is known to its own work only, also when one ends before the other", async () => {
  const scope = createScope<string>();
  const readTwice = (value: string, pauses: number) =>
    scope.run(value, async () => {
      const first = scope.get();
      for (let pause = 0; pause < pauses; pause++) await new Promise(setImmediate);
      return [first, scope.get()];
    });
  const both = Promise.all([readTwice("short", 1), readTwice("long", 5)]);
  expect(scope.get()).toBeUndefined();
  expect(await both).toEqual([
    ["short", "short"],
    ["long", "long"],
  ]);
  expect(await readTwice("again", 2)).toEqual(["again", "again"]);
  expect(scope.get()).toBeUndefined();
});
