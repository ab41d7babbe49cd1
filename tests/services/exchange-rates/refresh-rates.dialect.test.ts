import { expect, test } from "vitest";
import { refreshRates } from "#app/services/exchange-rates/refresh-rates.server.ts";

test("the bank is asked once where many processes find its rates due at the same moment", async () => {
  const asked = await Promise.all(Array.from({ length: 5 }, () => refreshRates()));
  expect(asked.filter(Boolean)).toHaveLength(1);
});
