import { Platform } from "#app/models/index.server.ts";
import { currentTiers } from "#app/presenters/platform.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Tiers } from "#app/schemas/tiers.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { updatePlatform } from "#app/services/platforms/manage-platforms.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { createForm, createOwner, createPlatforms, submitForm, toAccess } from "../../factories/index.ts";
import { errorSummary, platformList, seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const at = "/dashboard/affiliate-settings";
const sentences = messages.platforms;

test("the first platform is added in one press, and the next by name and icon", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const owner = await createOwner();
  await signedInAs(owner);
  await page.goto("/dashboard/overview");
  await page.goto(at);
  await expect(page.getByRole("heading", { name: "No brokers yet" })).toBeVisible();
  await page.getByRole("button", { name: "Pepperstone" }).click();
  await expect(inbox.flash(sentences.created)).toBeVisible();
  const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Pepperstone" }) });
  await expect(row).toContainText("Default");
  await expect(page.getByRole("button", { name: "Pepperstone", exact: true })).toHaveCount(0);

  await page.getByLabel("Name").fill("Halden FX");
  await page.getByText("Coins", { exact: true }).locator("..").click();
  await page.getByRole("button", { name: "Add broker" }).click();
  await expect(page.getByRole("link", { name: "Halden FX", exact: true })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("");
  const rows = await Platform.findAll({ where: { workspaceId: owner.workspace.id }, order: ["position"] });
  expect(rows.map(({ name, icon }) => [name, icon])).toEqual([
    ["Pepperstone", "TrendUp"],
    ["Halden FX", "Coins"],
  ]);
});

test("a known broker is added in one press with its account number, sub-id parameter and affiliate system", async ({
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner());
  await page.goto(at);
  await seen(page.getByText(sentences.created), () =>
    page.getByRole("button", { name: "Exness", exact: true }).click(),
  );
  await page.getByRole("link", { name: "Exness", exact: true }).click();
  await page.getByRole("link", { name: "On the form" }).click();
  await expect(page.getByLabel("Account number on your form")).toHaveValue("optional");
  await expect(page.getByLabel("The broker’s name for it")).toHaveValue("Exness account");
  await expect(page.getByLabel("Example")).toHaveValue("84123371");

  await page.getByRole("link", { name: "Links and postbacks" }).click();
  await expect(page.getByLabel("Parameter for the click ID")).toHaveValue("sub_id");
  await page.getByRole("link", { name: "Postbacks of this broker" }).click();
  await expect(page.getByLabel("Affiliate system of your broker")).toHaveValue("exness");
  await seen(page.getByText(messages.postbacks.created), () =>
    page.getByRole("button", { name: "Make the address" }).click(),
  );
  await expect(page.getByText(/\/api\/postbacks\/.*&sub_id={sub_id}&/)).toBeVisible();
});

test("the error is shown beside the name, and the form's values stay", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  await signedInAs(owner);
  await page.goto(at);
  await page.getByLabel("Name").fill("x");
  await page.getByRole("button", { name: "Add broker" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(new RegExp(sentences.nameShort));
  await expect(page.getByText(sentences.createFailed)).toHaveCount(0);
  await expect(page.getByLabel("Name")).toHaveValue("x");
  await page.getByLabel("Name").fill(String(platform?.name).toUpperCase());
  await page.getByRole("button", { name: "Add broker" }).click();
  await expect(errorSummary(page)).toContainText(sentences.nameTaken);
});

test("an owner changes the default, switches a platform off and on, and deletes one", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [first, second, third] = await createPlatforms(3, { owner });
  await signedInAs(owner);
  await page.goto(at);
  const row = (platform: Platform | undefined) =>
    platformList(page).rows.filter({ hasText: String(platform?.name) });

  await page.getByRole("button", { name: `Make default ${second?.name}` }).click();
  await expect(inbox.flash(sentences.defaultSet)).toBeVisible();
  await expect(row(second)).toContainText("Default");
  await page.getByRole("button", { name: `Switch off ${third?.name}` }).click();
  await expect(inbox.flash(sentences.statusUpdated)).toBeVisible();
  await expect(row(third).getByText("Off", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Switch on ${third?.name}` }).click();
  await expect(row(third).getByText("Off", { exact: true })).toHaveCount(0);

  await page.getByRole("link", { name: String(first?.name), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: String(first?.name) })).toBeVisible();
  await page.getByRole("link", { name: "On the form" }).click();
  await page.getByText("Delete…").click();
  await page.getByRole("button", { name: "Delete broker" }).click();
  await expect(page).toHaveURL(at);
  await expect(inbox.flash(sentences.deleted)).toBeVisible();
  await expect(row(first)).toHaveCount(0);
});

test("a button whose action is no longer possible says so", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [first, second] = await createPlatforms(2, { owner });
  await signedInAs(owner);
  await page.goto(at);
  await Platform.update({ isDefault: null }, { where: { id: String(first?.id) } });
  await Platform.update({ isDefault: true }, { where: { id: String(second?.id) } });
  await page.getByRole("button", { name: `Switch off ${second?.name}` }).click();
  await expect(page.getByText(sentences.statusFailed).first()).toBeVisible();
  await expect(errorSummary(page)).toContainText(sentences.defaultStays);
});

test("a platform is moved with its buttons", async ({ page, inbox, signedInAs, hasScript }) => {
  const owner = await createOwner();
  const [first, second, third] = (await createPlatforms(3, { owner })).map(({ name }) => name);
  await signedInAs(owner);
  await page.goto(at);
  const names = platformList(page).names;
  // The handles come with the script that moves and announces by itself; before, a button posts.
  await expect(platformList(page).handles).toHaveCount(hasScript ? 3 : 0);
  await page.getByRole("button", { name: `Move ${third} up` }).click();
  await expect(names).toHaveText([String(first), String(third), String(second)]);
  await expect(inbox.flash(sentences.reordered)).toBeVisible();
  if (hasScript) {
    await expect(page.getByText(`${third} is now 2 of 3.`)).toBeAttached();
    await expect(page.getByRole("button", { name: `Move ${third} up` })).toBeFocused();
  }
  await page.getByRole("button", { name: `Move ${first} down` }).click();
  await expect(names).toHaveText([String(third), String(first), String(second)]);
  await expect(platformList(page).busy).toHaveCount(0);
  await page.reload();
  await expect(names).toHaveText([String(third), String(first), String(second)]);
  await expect(page.getByRole("button", { name: `Move ${third} up: already first` })).toBeDisabled();
  await expect(page.getByRole("button", { name: `Move ${second} down: already last` })).toBeDisabled();
});

test("tiers are built row by row, and what is wrong is said beside the row", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  await signedInAs(owner);
  await page.goto(`${at}/${platform?.id}`);
  const add = page.getByRole("button", { name: "Add a tier" });
  const save = page.getByRole("button", { name: "Save tiers" });
  const field = (name: string, tier: number) => page.getByLabel(`${name}, tier ${tier}`, { exact: true });

  await add.click();
  await field("Name", 1).fill("Silver");
  await field("Monthly deposits up to", 1).fill("19,999.99");
  await field("You earn", 1).fill("25");
  await add.click();
  await expect(field("Monthly deposits from", 2)).toHaveValue("19,999.99");
  await field("Name", 2).fill("Gold");
  await field("Monthly deposits from", 2).fill("18000");
  await field("You earn", 2).fill("101");
  await save.click();
  await expect(field("Monthly deposits from", 2)).toHaveAccessibleDescription(
    /Gold starts inside Silver\. Start it at €20,000\.00\./,
  );
  await expect(page.getByText(messages.platforms.tiersFailed)).toHaveCount(0);
  await expect(field("You earn", 2)).toHaveAccessibleDescription(new RegExp(messages.tiers.percentRange));
  await page.getByRole("link", { name: /Gold starts inside Silver/ }).click();
  await expect(field("Monthly deposits from", 2)).toBeFocused();

  await field("Monthly deposits from", 2).fill("30000");
  await field("You earn", 2).fill("30");
  await save.click();
  await expect(inbox.flash(messages.platforms.tiersUpdated)).toBeVisible();
  await expect(page.getByText("Between €19,999.99 and €30,000.00 a month earns nothing.")).toBeVisible();
  await page.getByRole("button", { name: "Remove Silver" }).click();
  await expect(field("Name", 1)).toHaveValue("Gold");
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    save.click(),
  ]);
  await page.goto(at);
  await expect(platformList(page).rows).toContainText("Gold: 30%");
});

test("the preview says what a deposit would earn before the tiers are saved", async ({
  page,
  signedInAs,
  hasScript,
}) => {
  const owner = await createOwner({ currency: "USD" });
  const [platform] = await createPlatforms(1, { owner });
  await signedInAs(owner);
  await page.goto(`${at}/${platform?.id}`);
  await page.getByLabel("Amounts in").selectOption("EUR");
  await page.getByRole("button", { name: "Add a tier" }).click();
  await page.getByLabel("Monthly deposits up to, tier 1").fill("2000");
  await page.getByLabel("You earn, tier 1").fill("20");
  await page.getByRole("button", { name: "Add a tier" }).click();
  await page.getByLabel("Name, tier 2").fill("Silver");
  await page.getByLabel("You earn, tier 2").fill("25");
  await page.getByLabel(/^Deposit/).fill("250");
  await page.getByLabel(/^Verified earlier this month/).fill("1800");
  if (!hasScript) await page.getByRole("button", { name: "Show what it earns" }).click();
  await expect(page.getByRole("group", { name: "Try it" }).getByRole("status")).toHaveText(
    "You earn €62.50, about $71.04 at the Sep 24 rate (Silver, 25%): this month reaches €2,050.00.",
  );
  await page.getByLabel(/^Verified earlier this month/).fill("");
  await page.getByLabel(/^Deposit/).fill("much");
  if (!hasScript) await page.getByRole("button", { name: "Show what it earns" }).click();
  await expect(page.getByRole("group", { name: "Try it" }).getByRole("status")).toHaveText(
    "Enter two amounts to see what you earn.",
  );
});

test("a month's earnings are in the account's currency, with the original beside it", {
  tag: "@audit",
}, async ({ page, inbox, signedInAs }) => {
  const form = await createForm();
  await replaceTiers({
    access: toAccess(form.owner),
    platformId: String(form.platforms[0]?.id),
    tiers: Tiers.parse([
      { name: "Bronze", minAmount: 0, maxAmount: 999.99, type: "percentage", value: 20, currency: "EUR" },
      { name: "Silver", minAmount: 1000, type: "percentage", value: 25, currency: "EUR" },
    ]),
  });
  const submission = await submitForm(form, { amount: "250", currency: "USD" });
  await decideSubmission({
    access: toAccess(form.owner),
    submissionId: submission.id,
    input: { status: "handled" },
  });
  await signedInAs(form.owner);

  await page.goto(at);
  await expect(platformList(page).rows).toContainText(
    "Earned this month€43.99Verified, Bronze€219.93To Silver€780.07",
  );
  await page.goto("/dashboard/overview");
  await expect(page.getByRole("link", { name: /^Commission/ })).toContainText("€43.99");
  await page.goto(`/dashboard/submissions?status=all&open=${submission.id}`);
  await expect(inbox.table).toContainText("≈\u00a0€219.93 $250.00, Sep 24 rate");
  const sheet = inbox.sheet(submission.email).region;
  await expect(sheet).toContainText("≈\u00a0€219.93 ($250.00, Sep 24 rate)");
  await expect(sheet).toContainText("€43.99 Bronze, 20%");
});

test("what a platform is called and asks for is saved with one button, or refused with the reason", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  await signedInAs(owner);
  await page.goto(`${at}/${platform?.id}/form`);
  await page.getByLabel("Name", { exact: true }).fill("y");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(
    new RegExp(sentences.nameShort),
  );
  await expect(page.getByText(sentences.updateFailed)).toHaveCount(0);
  await page.getByLabel("Name", { exact: true }).fill("Pacifica Prime");
  await page.getByText("Network", { exact: true }).locator("..").click();
  await page.getByLabel("Account number on your form").selectOption("Required");
  await page.getByLabel("The broker’s name for it").fill("UID");
  await page.getByLabel("Limit for amounts").fill("2500");
  await page.getByLabel("Treat USDT and USDC as US dollars").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(inbox.flash(sentences.updated)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Pacifica Prime" })).toBeVisible();
  await platform?.reload();
  expect(platform).toMatchObject({
    name: "Pacifica Prime",
    icon: "Graph",
    accountField: "required",
    accountName: "UID",
    countsCoins: true,
  });
  expect(Number(platform?.amountLimit)).toBe(2500);
  await expect(page.getByLabel("Limit for amounts")).toHaveValue("2500.00");
});

test("deleting a platform with submissions says that it is archived", { tag: "@audit" }, async ({
  page,
  inbox,
  signedInAs,
}) => {
  const form = await createForm();
  await submitForm(form);
  await signedInAs(form.owner);
  await page.goto(`${at}/${form.platforms[0]?.id}/form`);
  await page.getByText("Delete…").click();
  await page.getByRole("button", { name: "Delete broker" }).click();
  await expect(inbox.flash(sentences.archived)).toBeVisible();
});

test("an owner sees nothing of another's platform", { tag: "@audit" }, async ({ page, signedInAs }) => {
  const [foreign] = await createPlatforms(1, { owner: await createOwner() });
  await signedInAs(await createOwner());
  const response = await page.goto(`${at}/${foreign?.id}`);
  expect(response?.status()).toBe(404);
});

test("the page names the action that failed when its platform was deleted meanwhile", {
  tag: "@audit",
}, async ({ page, signedInAs, hasScript }) => {
  const owner = await createOwner();
  await createPlatforms(1, { owner });
  const acts = [
    ["Make default", sentences.defaultFailed],
    ["Move", sentences.reorderFailed],
    ["Delete", sentences.deleteFailed],
  ] as const;
  await signedInAs(owner);
  for (const [act, message] of acts) {
    const [gone] = await createPlatforms(1, { owner });
    await page.goto(act === "Delete" ? `${at}/${gone?.id}/form` : at);
    await gone?.destroy();
    if (act === "Delete") await page.getByText("Delete…").click();
    const name = {
      "Make default": `Make default ${gone?.name}`,
      Move: `Move ${gone?.name} up`,
      Delete: "Delete broker",
    }[act];
    await page.getByRole("button", { name }).click();
    // A script sends the whole order, in which one is missing.
    const reason = hasScript && act === "Move" ? sentences.listChanged : sentences.deletedElsewhere;
    await expect(page.getByText(`${message}. ${reason}`).first()).toBeVisible();
    await expect(page).toHaveURL(at);
  }
});

for (const { tab, button, failed } of [
  { tab: "", button: "Save tiers", failed: sentences.tiersFailed },
  { tab: "/form", button: "Save", failed: sentences.updateFailed },
]) {
  test(`the button "${button}" leads back to the list if the platform was deleted meanwhile`, {
    tag: "@audit",
  }, async ({ page, signedInAs }) => {
    const owner = await createOwner();
    const [gone] = await createPlatforms(1, { owner });
    await signedInAs(owner);
    await page.goto(`${at}/${gone?.id}${tab}`);
    await gone?.destroy();
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page).toHaveURL(at);
    await expect(page.getByText(`${failed}. ${sentences.deletedElsewhere}`).first()).toBeVisible();
  });
}

test("a tier without an end asks for its end once another one follows", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  await signedInAs(owner);
  await page.goto(`${at}/${platform?.id}`);
  const add = page.getByRole("button", { name: "Add a tier" });
  await add.click();
  await expect(page.getByText(messages.tiers.endFirst)).toHaveCount(0);
  await page.getByLabel("You earn, tier 1").fill("20");
  await add.click();
  await expect(page.getByLabel("To, tier 1")).toHaveAccessibleDescription(messages.tiers.endFirst);
});

test("saved tiers are shown without the rows in which nothing was typed", { tag: "@audit" }, async ({
  page,
  inbox,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  await replaceTiers({
    access: toAccess(owner),
    platformId: String(platform?.id),
    tiers: Tiers.parse([{ name: "Bronze", minAmount: 0, type: "percentage", value: 20, currency: "EUR" }]),
  });
  await signedInAs(owner);
  await page.goto(`${at}/${platform?.id}`);
  await page.getByRole("button", { name: "Add a tier" }).click();
  await expect(page.getByLabel("Name, tier 2")).toBeVisible();
  await page.getByRole("button", { name: "Save tiers" }).click();
  await expect(inbox.flash(sentences.tiersUpdated)).toBeVisible();
  await expect(page.getByLabel("Name, tier 1")).toHaveValue("Bronze");
  await expect(page.getByLabel("Name, tier 2")).toHaveCount(0);
});

test("a broker's settings that another window saved are overwritten after a second confirmation only", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  const platformId = String(platform?.id);
  const one = { workspaceId: owner.workspace.id, platformId };
  await signedInAs(owner);
  await page.goto(`${at}/${platformId}/form`);
  const input = { name: "Halden FX", amountLimit: { amount: "1234.5", currency: "EUR" } };
  await updatePlatform({ access: toAccess(owner), platformId, input });
  const name = page.getByLabel("Name", { exact: true });
  const save = page.getByRole("button", { name: "Save" });
  await name.fill("Halden Markets");
  await save.click();
  await expect(errorSummary(page)).toContainText(sentences.settingsChanged);
  const others = page.getByRole("region", { name: "What the other window saved" });
  await expect(others).toContainText("Halden FX");
  await expect(others).toContainText("1234.50");
  await expect(others).not.toContainText("Icon");
  await expect(name).toHaveValue("Halden Markets");
  expect(await getPlatform(one)).toMatchObject({ name: "Halden FX" });
  await seen(page.getByText(sentences.updated), () => save.click());
  expect(await getPlatform(one)).toMatchObject({ name: "Halden Markets", amountLimit: null });
  await name.fill("Halden");
  await seen(page.getByText(sentences.updated), () => save.click());
});

test("tiers that another window saved are overwritten after a second confirmation only", {
  tag: "@audit",
}, async ({ page, context, signedInAs }) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  const one = { workspaceId: owner.workspace.id, platformId: String(platform?.id) };
  const tiers = (value: number) =>
    Tiers.parse([{ name: "Bronze", minAmount: 0, type: "percentage", value, currency: "EUR" }]);
  await replaceTiers({ access: toAccess(owner), platformId: one.platformId, tiers: tiers(10) });
  await signedInAs(owner);
  await page.goto(`${at}/${platform?.id}`);
  await replaceTiers({ access: toAccess(owner), platformId: one.platformId, tiers: tiers(11) });
  const pays = page.getByLabel("You earn, tier 1");
  const save = page.getByRole("button", { name: "Save tiers" });
  await pays.fill("33");
  await save.click();
  await expect(errorSummary(page)).toContainText(messages.platforms.tiersChanged);
  await expect(page.getByText("Saved by now: Bronze, from €0.00: 11%.")).toBeVisible();
  await expect(pays).toHaveValue("33");
  expect(currentTiers(await getPlatform(one)).map(({ value }) => Number(value))).toEqual([11]);
  await seen(page.getByText(messages.platforms.tiersUpdated), () => save.click());
  expect(currentTiers(await getPlatform(one)).map(({ value }) => Number(value))).toEqual([33]);
  expect(context.pages()).toHaveLength(1);
});

test("earnings without a rate to the account's currency are shown in their own", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const form = await createForm({ owner: await createOwner({ currency: "KWD" }) });
  const one = { access: toAccess(form.owner), platformId: String(form.platforms[0]?.id) };
  await replaceTiers({
    ...one,
    tiers: Tiers.parse([{ minAmount: 0, type: "percentage", value: 10, currency: "EUR" }]),
  });
  const { id: submissionId } = await submitForm(form, { amount: "250", currency: "EUR" });
  await decideSubmission({
    access: toAccess(form.owner),
    submissionId,
    input: { status: "handled" },
  });
  await signedInAs(form.owner);
  await page.goto("/dashboard/overview");
  await expect(page.getByRole("link", { name: /^Commission/ })).toContainText(
    "€25.00 no exchange rate from EUR to KWD",
  );
  await page.goto(at);
  await expect(platformList(page).rows).toContainText("€25.00 no exchange rate from EUR to KWD");
  await page.goto("/dashboard/settings/preferences");
  await expect(page.getByLabel("Currency").locator("option:checked")).toHaveText("KWD, no exchange rate");
});
