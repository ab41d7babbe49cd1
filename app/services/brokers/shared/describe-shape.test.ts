import { expect, test } from "vitest";
import { describeShape } from "./describe-shape.ts";

test("a shape has names and types, and no value of the answer", () => {
  const answer = {
    data: [{ uid: 123_456, email: "ana@example.com", "ana@example.com": true, 8412337: "x" }],
    ok: null,
  };
  expect(describeShape(answer)).toBe(
    "{ data: [{ ?: string, ?: boolean, email: string, uid: number }], ok: null }",
  );
});

test("a deep or long answer has a short shape", () => {
  const names = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`name${index % 900}`, 1]));
  expect(describeShape(names).length).toBeLessThan(1500);
  let deep: unknown = "end";
  for (let depth = 0; depth < 5000; depth += 1) deep = { deeper: deep };
  expect(describeShape(deep)).toBe("{ deeper: { deeper: { deeper: { deeper: {} } } } }");
});
