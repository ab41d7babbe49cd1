import { expect, test } from "vitest";
import { PLANS } from "#app/lib/plans.ts";
import { softwareApplication } from "./structured-data.ts";

const site = { brandName: "Attesto", publicUrl: "https://attesto.example", showsClaimedRating: true };

test("the product has an offer for each plan, and its claimed rating can be switched off", () => {
  expect(softwareApplication(site)).toMatchObject({
    offers: PLANS.map(({ name, euroPerMonth }) => ({ name, price: euroPerMonth.toFixed(2) })),
  });
  expect(softwareApplication(site)).toHaveProperty("aggregateRating");
  expect(softwareApplication({ ...site, showsClaimedRating: false })).not.toHaveProperty("aggregateRating");
});
