import { messages } from "#app/schemas/messages/index.ts";
import { createForm } from "../../factories/index.ts";
import { errorSummary, seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.rules;

test("an owner tries a rule, which saves nothing, and turns it on within its limits", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/dashboard/affiliate-settings/${form.platforms[0]?.id}`);
  await page.getByRole("link", { name: "Rule", exact: true }).click();
  await expect(page.getByText("It never rejects a claim")).toBeVisible();
  await page.getByLabel("How many of them").selectOption("Two of them must say the same");
  await page.getByLabel("Answers of the broker’s API").uncheck();
  const attempt = page.getByRole("button", { name: "Try it on the last 30 days" });
  await attempt.click();
  await expect(errorSummary(page)).toContainText(sentences.tooFewSources);
  await expect(page.getByLabel("How many of them")).toHaveValue("2");
  await page.getByLabel("How many of them").selectOption("One of them is enough");
  await page.getByLabel("Up to this amount").fill("500");
  await page.getByLabel("At most so many claims a day").fill("20");
  await attempt.click();
  await expect(page.getByText("0 of 0 claims of the last 30 days. Nothing is saved yet.")).toBeVisible();
  await expect(page.getByLabel("At most so many claims a day")).toHaveValue("20");
  await page.getByLabel("The rule is", { exact: true }).selectOption("On: it verifies what is certain");
  const save = page.getByRole("button", { name: "Save" });
  await seen(page.getByText(sentences.turnedOn), () => save.click());
  await expect(page.getByRole("heading", { name: "The rule is on" })).toBeVisible();
  await expect(page.getByText("Today 0 of 20.")).toBeVisible();
  await expect(page.getByLabel("Up to this amount")).toHaveValue("500.00");
  await expect(page.getByLabel("Answers of the broker’s API")).not.toBeChecked();
  await page.getByLabel("The rule is", { exact: true }).selectOption("Off: you verify every claim yourself");
  await seen(page.getByText(sentences.turnedOff), () => save.click());
  await expect(page.getByRole("heading", { name: "The rule is off" })).toBeVisible();
});
