import { expect, test } from "vitest";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import { assetChoice, describeAsset } from "./integration-state.ts";

const describeNamed = (assetWord: string, assetId: string, assetName: string | null) =>
  describeAsset({ assetWord, connection: { assetId, assetName } } as IntegrationCard);

test("an asset is named by its word once, and by its ending only without its ID", () => {
  expect(describeNamed("pixel", "100044417", "Casa Trading")).toBe("Pixel Casa Trading, ends in 4417");
  expect(describeNamed("pixel", "100044417", null)).toBe("Pixel ends in 4417");
  expect(describeNamed("pixel", "C5550003", "Pixel C5550003")).toBe("Pixel C5550003");
  expect(describeNamed("conversion action", "12/9", "Conversion action 12/9")).toBe("Conversion action 12/9");
});

test("a choice has its ID once", () => {
  expect(assetChoice({ id: "4417", name: "Casa Trading" })).toBe("Casa Trading (4417)");
  expect(assetChoice({ id: "C5550003", name: "Pixel C5550003" })).toBe("Pixel C5550003");
});
