import { OptInForm } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createFormWith } from "../support/claims.ts";
import { seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.formSettings;
const list = "/dashboard/forms";

test("forms are created, copied, ordered, archived, restored and deleted", async ({ page, signedInAs }) => {
  const first = await createFormWith(2);
  const { workspace } = first.owner;
  await workspace.update({ subscriptionPlan: "pro" });
  await first.row.update({ name: "Newsletter", isDefault: true });
  await signedInAs(first.owner);
  const row = (name: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });
  const names = async () =>
    (await page.getByRole("main").locator("[data-id] h2").allInnerTexts()).map((words) =>
      words.split(/\s+/).join(" "),
    );
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  // One form: the navigation leads to its settings, and from there to the list.
  await page.goto("/dashboard/overview");
  const nav = page.getByRole("navigation", { name: "Dashboard" });
  await nav.getByRole("link", { name: "Forms", exact: true }).click();
  await expect(page).toHaveURL("/dashboard/optin-settings");
  await page.getByRole("main").getByRole("link", { name: "All forms" }).click();
  await expect(page.getByText("1 of 10 forms")).toBeVisible();

  await page.getByLabel("Name", { exact: true }).fill("Instagram");
  await seen(page.getByText(sentences.created), () => press("Create form"));
  await expect(page.getByRole("heading", { level: 1, name: "Instagram" })).toBeVisible();
  const second = await OptInForm.findOne({
    where: { workspaceId: workspace.id, name: "Instagram" },
    rejectOnEmpty: true,
  });
  await expect(page).toHaveURL(`${list}/${second.id}?new=yes`);
  await page.getByLabel("Title").fill("Confirm it on Instagram");
  await seen(page.getByText(sentences.updated), () => press("Save changes"));
  await expect(page).toHaveURL(`${list}/${second.id}`);
  expect([(await second.reload()).title, (await first.row.reload()).title]).toEqual([
    "Confirm it on Instagram",
    "Confirm your deposit",
  ]);

  await nav.getByRole("link", { name: "Forms", exact: true }).click();
  await seen(page.getByText(sentences.copied), () => press("Copy Instagram"));
  await expect(page.getByLabel("Title")).toHaveValue("Confirm it on Instagram");
  await page.getByLabel("Name of the form").fill("Webinar");
  await seen(page.getByText(sentences.updated), () => press("Save changes"));
  // Until the saved form is loaded, leaving the page asks about unsaved changes.
  await expect(page.getByRole("heading", { level: 1, name: "Webinar" })).toBeVisible();

  await page.getByText("Other forms").click();
  await page.getByRole("main").getByRole("link", { name: "Newsletter default" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Newsletter" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "All forms" }).first().click();

  await seen(page.getByText(sentences.moved), () => press("Move Webinar up"));
  await expect.poll(names).toEqual(["Newsletter Default Open", "Webinar Open", "Instagram Open"]);
  await press("Make default Instagram");
  await expect(page.getByText(sentences.madeDefault)).toBeVisible();
  await expect.poll(names).toEqual(["Newsletter Open", "Webinar Open", "Instagram Default Open"]);
  await seen(page.getByText(sentences.archived), () => press("Archive Instagram"));
  await expect.poll(names).toEqual(["Newsletter Default Open", "Webinar Open", "Instagram"]);
  await expect(row("Instagram")).toContainText("No claim waits.");
  await seen(page.getByText(sentences.restored), () => press("Restore Instagram"));
  await row("Webinar").getByText("Delete…").click();
  await seen(page.getByText(sentences.deleted), () => press("Delete form"));
  await expect.poll(names).toEqual(["Newsletter Default Open", "Instagram Open"]);
});

test("beyond the plan the list says so and leads to the plans", { tag: "@once" }, async ({
  page,
  signedInAs,
}) => {
  const form = await createFormWith(1);
  await signedInAs(form.owner);
  await page.goto(list);
  await expect(page.getByText("1 of 1 form")).toBeVisible();
  await expect(page.getByText(sentences.tooMany(1, "Free"))).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveCount(0);
  await page.getByRole("button", { name: `Copy ${form.slug}`, exact: true }).click();
  await expect(page.getByText(sentences.tooMany(1, "Free"))).toHaveCount(2);
  await page.getByRole("link", { name: "Compare the plans" }).click();
  await expect(page.getByText("10 forms")).toBeVisible();
});

test("a form has its own color and theme, which its preview and its page show", async ({
  page,
  signedInAs,
  hasScript,
}) => {
  const form = await createFormWith(1);
  await signedInAs(form.owner);
  await page.goto("/dashboard/optin-settings");
  const preview = page.frameLocator("iframe");
  const send = { name: "Confirm my deposit" };

  // With script, choosing a color means that it is to be used.
  if (!hasScript) await page.getByLabel("Your own:").check();
  await page.getByLabel("Your own color").fill("#c2410c");
  await page.getByLabel("Page", { exact: true }).selectOption("Always light");
  if (!hasScript) await page.getByRole("button", { name: "Update preview" }).click();
  await expect(preview.getByRole("button", send)).toHaveCSS("background-color", "rgb(194, 65, 12)");
  await seen(page.getByText(sentences.updated), () =>
    page.getByRole("button", { name: "Save changes" }).click(),
  );
  expect(await form.row.reload()).toMatchObject({ accentColor: "#c2410c", theme: "light" });

  await page.goto(`/optin/${form.slug}`);
  await expect(page.getByRole("button", send)).toHaveCSS("background-color", "rgb(194, 65, 12)");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("light");

  await page.goto("/dashboard/optin-settings");
  await page.getByLabel("Your own color").fill("#ffd400");
  if (!hasScript) await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your color is hardly seen on the light page.")).toBeVisible();
});
