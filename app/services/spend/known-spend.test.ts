import { expect, test } from "vitest";
import { createKnownBetter } from "./known-spend.ts";

test("What a connected account reads is known better, and what others read is not", () => {
  const rows = (accountId: string) =>
    Array.from({ length: 40 }, (_, index) => ({
      ...{ campaignRef: `${accountId} ${index}`, accountId, isOfConnected: accountId === "1" },
    }));
  const isKnownBetter = createKnownBetter([...rows("1"), ...rows("2")], rows("3"));
  expect(rows("3").filter(isKnownBetter)).toHaveLength(0);
  expect(rows("1").filter(isKnownBetter)).toHaveLength(40);
});
