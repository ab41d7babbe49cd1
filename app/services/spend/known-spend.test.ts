import { expect, test } from "vitest";
import { createKnownBetter } from "./known-spend.ts";

test("A day of 40,000 campaigns is compared with what is there at once", { timeout: 2_000 }, () => {
  const rows = (accountId: string) =>
    Array.from({ length: 40_000 }, (_, index) => ({
      ...{ campaignRef: `${accountId} ${index}`, accountId, isOfConnected: accountId === "1" },
    }));
  const isKnownBetter = createKnownBetter([...rows("1"), ...rows("2")], rows("3"));
  expect(rows("3").filter(isKnownBetter)).toHaveLength(0);
  expect(rows("1").filter(isKnownBetter)).toHaveLength(40_000);
});
