import { expect, test } from "vitest";
import { formatWait } from "./format-wait.ts";

test.each([
  [1, "in a moment"],
  [59, "in a moment"],
  [60, "in a minute"],
  [61, "in 2 minutes"],
  [3577, "in 60 minutes"],
])("a wait of %i seconds is %j", (seconds, text) => expect(formatWait(seconds)).toBe(text));
