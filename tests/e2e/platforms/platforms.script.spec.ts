import type { Page } from "@playwright/test";
import { CommissionTier, Platform, type User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Tiers } from "#app/schemas/tiers.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { createOwner, createPlatforms, toAccess } from "../../factories/index.ts";
import { errorSummary, platformList, seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const at = "/dashboard/affiliate-settings";
const password = "verify-what-is-true";

test("a platform is dragged to another place with the pointer", async ({ page, inbox, signedInAs }) => {
  const owner = await createOwner();
  const [first, second, third] = (await createPlatforms(3, { owner })).map(({ name }) => name);
  await signedInAs(owner);
  await page.goto(at);
  const handle = (name: string | undefined) =>
    page.getByRole("button", { name: `Move ${name}`, exact: true });
  const [from, to] = [await handle(third).boundingBox(), await handle(first).boundingBox()];
  if (!from || !to) throw new Error("The handles are not on the page.");
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y - 30, { steps: 4 });
  await page.mouse.move(to.x + 10, to.y + 5, { steps: 8 });
  await page.mouse.up();
  await expect(platformList(page).names).toHaveText([String(third), String(first), String(second)]);
  await expect(page.getByText(`${third} is now 1 of 3.`)).toBeAttached();
  await expect(inbox.flash(messages.platforms.reordered)).toBeVisible();
  await expect(platformList(page).busy).toHaveCount(0);
  await page.reload();
  await expect(platformList(page).names.first()).toHaveText(String(third));
});

test("a platform put down where it was is said to stay there", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [first] = (await createPlatforms(2, { owner })).map(({ name }) => name);
  await signedInAs(owner);
  await page.goto(at);
  await page.getByRole("button", { name: `Move ${first}`, exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`${first} is picked up at place 1 of 2.`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(page.getByText(`${first} stays 1 of 2.`)).toBeAttached();
});

test("a platform is dragged by keys, and its place is announced on the way", async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [first, second, third] = (await createPlatforms(3, { owner })).map(({ name }) => name);
  await signedInAs(owner);
  await page.goto(at);
  const pickedUp = async () => {
    await expect(page.getByText(`${first} is picked up at place 1 of 3.`)).toBeAttached();
    // The rows are measured in the frame after; no hand is as quick.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
  await page.getByRole("button", { name: `Move ${first}`, exact: true }).focus();
  await page.keyboard.press("Space");
  await pickedUp();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${first} is over place 2 of 3.`)).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByText(`${first} stays 1 of 3.`)).toBeAttached();
  await page.keyboard.press("Space");
  await pickedUp();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${first} is over place 2 of 3.`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(platformList(page).names).toHaveText([String(second), String(first), String(third)]);
  await expect(page.getByText(`${first} is now 2 of 3.`)).toBeAttached();
});

const tierPage = async (signedInAs: (owner: User) => Promise<void>, page: Page) => {
  const owner = await createOwner({ password });
  const [platform] = await createPlatforms(1, { owner });
  const platformId = String(platform?.id);
  const save = (...names: string[]) =>
    replaceTiers({
      access: toAccess(owner),
      platformId,
      tiers: Tiers.parse(
        names.map((name, place) => ({
          name,
          minAmount: place * 1000,
          maxAmount: place === names.length - 1 ? null : (place + 1) * 1000,
          type: "percentage",
          value: 20 + place,
          currency: "EUR",
        })),
      ),
    });
  await save("Bronze", "Silver");
  await signedInAs(owner);
  await page.goto(`${at}/${platformId}`);
  return { owner, platformId, save, address: `${at}/${platformId}` };
};

test.describe("tiers that are not saved", () => {
  test("unsaved tiers are left after a question, and saved ones without", async ({
    page,
    inbox,
    signedInAs,
  }) => {
    const { address } = await tierPage(signedInAs, page);
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.message());
      await (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    const name = page.getByLabel("Name, tier 2");
    await name.fill("Gold");
    await page.getByRole("link", { name: "All brokers" }).click();
    await expect.poll(() => asked).toEqual([messages.tiers.leaveUnsaved]);
    await expect(page).toHaveURL(address);
    await expect(name).toHaveValue("Gold");

    await page.getByRole("link", { name: "All brokers" }).click();
    await platformList(page).names.click();
    await expect(page).toHaveURL(address);
    expect(asked).toHaveLength(2);

    await name.fill("Gold");
    await page.getByRole("button", { name: "Save tiers" }).click();
    await expect(inbox.flash(messages.platforms.tiersUpdated)).toBeVisible();
    await page.getByRole("link", { name: "All brokers" }).click();
    await expect(page).toHaveURL(at);
    expect(asked).toHaveLength(2);
  });

  test("unsaved tiers make the browser ask when the tab is closed", { tag: "@audit" }, async ({
    page,
    signedInAs,
  }) => {
    await tierPage(signedInAs, page);
    await page.getByLabel("Name, tier 2").fill("Gold");
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await expect(page.getByLabel("Name, tier 2")).toHaveValue("Gold");
  });

  test("unsaved tiers are there again, rows included, after the session ended while saving", async ({
    page,
    signedInAs,
    signInPage,
  }) => {
    const { owner, address } = await tierPage(signedInAs, page);
    await page.getByRole("button", { name: "Remove Bronze" }).click();
    await page.getByRole("button", { name: "Add a tier" }).click();
    await page.getByRole("button", { name: "Add a tier" }).click();
    await page.getByLabel("Name, tier 2").fill("Gold");
    await page.getByLabel("Name, tier 3").fill("Platinum");
    await page.getByLabel("Of what, tier 3").selectOption("fixed");
    await page.context().clearCookies({ name: "attesto_session" });
    await page.getByRole("button", { name: "Save tiers" }).click();
    await expect(page).toHaveURL(/\/login\?session=expired/);
    await signInPage.submit({ usernameOrEmail: owner.email, password });

    await expect(page).toHaveURL(address);
    await expect(page.getByText("What you had typed is here again.")).toBeVisible();
    await expect(page.getByLabel("Name, tier 1")).toHaveValue("Silver");
    await expect(page.getByLabel("Name, tier 2")).toHaveValue("Gold");
    await expect(page.getByLabel("Name, tier 3")).toHaveValue("Platinum");
    await expect(page.getByLabel("Of what, tier 3")).toHaveValue("fixed");
  });

  test("unsaved tiers stay when another tab saved tiers and this one renames the platform", {
    tag: "@audit",
  }, async ({ page, inbox, signedInAs }) => {
    const { save, platformId } = await tierPage(signedInAs, page);
    await page.getByLabel("Name, tier 2").fill("Gold");
    await save("Iron");
    await (await Platform.findByPk(platformId))?.update({ name: "Pacifica Prime" });
    // Its form loads the page's data again.
    await inbox.chooseTheme("Light");
    await expect(page.getByRole("heading", { level: 1, name: "Pacifica Prime" })).toBeVisible();
    await expect(page.getByLabel("Name, tier 1")).toHaveValue("Bronze");
    await expect(page.getByLabel("Name, tier 2")).toHaveValue("Gold");
  });
});

test("tiers that nobody changed here follow those that another tab saved", { tag: "@audit" }, async ({
  page,
  inbox,
  signedInAs,
}) => {
  const { save } = await tierPage(signedInAs, page);
  await save("Iron");
  await inbox.chooseTheme("Light");
  await expect(page.getByLabel("Name, tier 1")).toHaveValue("Iron");
  await expect(page.getByLabel("Name, tier 2")).toHaveCount(0);
});

test("a question comes before a broker's unsaved settings are left for its tiers", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const { address } = await tierPage(signedInAs, page);
  await page.getByRole("link", { name: "On the form" }).click();
  await page.getByLabel("The broker’s name for it").fill("UID");
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await dialog.dismiss();
  });
  await page.getByRole("link", { name: "Commission", exact: true }).click();
  await expect.poll(() => asked).toEqual([messages.formSettings.leaveUnsaved]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(inbox.flash(messages.platforms.updated)).toBeVisible();

  await page.getByRole("link", { name: "Commission", exact: true }).click();
  await expect(page).toHaveURL(address);
  expect(asked).toHaveLength(1);
});

test("a half-typed name stays while a well-known platform is added", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner());
  await page.goto(at);
  await page.getByLabel("Name").fill("Halden");
  await page.getByRole("button", { name: "Pepperstone" }).click();
  await expect(page.getByRole("link", { name: "Pepperstone", exact: true })).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue("Halden");
  await page.getByRole("button", { name: "Add broker" }).click();
  await expect(page.getByRole("link", { name: "Halden", exact: true })).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue("");
});

test("the pressed button alone is pending", { tag: "@audit" }, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const platforms = await createPlatforms(3, { owner });
  await signedInAs(owner);
  const busyWhile = async (press: () => Promise<void>) => {
    let seen: string[] = [];
    await page.route("**/*.data*", async (route) => {
      if (route.request().method() === "POST") {
        await expect(page.locator("button[aria-busy=true]").first()).toBeVisible();
        seen = await page.locator("button[aria-busy=true]").allInnerTexts();
      }
      await route.continue();
    });
    await press();
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    await expect(page.locator("button[aria-busy=true]")).toHaveCount(0);
    await page.unrouteAll({ behavior: "wait" });
    return seen.map((text) => text.split("\n").at(-1));
  };

  await page.goto(at);
  const second = page.getByRole("button", { name: `Make default ${platforms[1]?.name}` });
  expect(await busyWhile(() => second.click())).toEqual(["Setting…"]);
  const known = page.getByRole("button", { name: "Pepperstone" });
  expect(await busyWhile(() => known.click())).toEqual(["Adding…"]);
  await page.goto(`${at}/${platforms[0]?.id}`);
  const save = page.getByRole("button", { name: "Save tiers" });
  expect(await busyWhile(() => save.click())).toEqual(["Saving…"]);
});

test("the focus goes to the default's link once its button is gone", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [, second] = await createPlatforms(2, { owner });
  await signedInAs(owner);
  await page.goto(at);
  await page.getByRole("button", { name: `Make default ${second?.name}` }).click();
  await expect(page.getByRole("link", { name: String(second?.name), exact: true })).toBeFocused();
});

test("the focus follows the rows of tiers that come and go, and stays on Save", { tag: "@audit" }, async ({
  page,
  inbox,
  signedInAs,
}) => {
  await tierPage(signedInAs, page);
  await page.getByRole("button", { name: "Add a tier" }).click();
  await expect(page.getByLabel("Name, tier 3")).toBeFocused();
  await page.getByRole("button", { name: "Remove tier 3" }).click();
  await expect(page.getByLabel("Name, tier 2")).toBeFocused();
  await page.getByRole("button", { name: "Remove Bronze" }).click();
  await expect(page.getByLabel("Name, tier 1")).toBeFocused();
  await page.getByRole("button", { name: "Remove Silver" }).click();
  await expect(page.getByRole("button", { name: "Add a tier" })).toBeFocused();
  const save = page.getByRole("button", { name: "Save tiers" });
  await save.press("Enter");
  await expect(inbox.flash(messages.platforms.tiersUpdated)).toBeVisible();
  await expect(save).toBeFocused();
});

test("a platform moved to the end stays there when the button is pressed again", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [first, second] = (await createPlatforms(2, { owner })).map(({ name }) => String(name));
  await signedInAs(owner);
  await page.goto(at);
  const names = platformList(page).names;
  const down = page.getByRole("button", { name: `Move ${first} down` });
  await down.press("Enter");
  await expect(names).toHaveText([String(second), String(first)]);
  await expect(down).toBeFocused();
  await expect(down).toBeDisabled();
  await expect(down).toHaveCSS("border-top-style", "dashed");
  await expect(platformList(page).busy).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(down).toBeFocused();
  await expect(names).toHaveText([String(second), String(first)]);
});

test("an order that lacks a platform of another tab is refused with the reason and the new list", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [first, second] = (await createPlatforms(2, { owner })).map(({ name }) => String(name));
  await signedInAs(owner);
  await page.goto(at);
  const [third] = (await createPlatforms(1, { owner })).map(({ name }) => String(name));
  await page.getByRole("button", { name: `Move ${first} down` }).click();
  const { reorderFailed, listChanged } = messages.platforms;
  await expect(page.getByText(`${reorderFailed}. ${listChanged}`).first()).toBeVisible();
  await expect(platformList(page).names).toHaveText([first, second, third].map(String));
});

test("Enter saves tiers beside a tier, and nothing beside the trial amount", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  await signedInAs(owner);
  await page.goto(`${at}/${platform?.id}`);
  await page.getByRole("button", { name: "Add a tier" }).click();
  await page.getByLabel("You earn, tier 1").fill("12");
  await page.getByLabel(/^Deposit/).fill("300");
  await page.getByLabel(/^Deposit/).press("Enter");
  await expect(page.getByText("You earn €36.00")).toBeVisible();
  await expect(page.getByText("Not saved yet.")).toBeVisible();
  expect(await CommissionTier.count({ where: { platformId: platform?.id } })).toBe(0);
  await seen(page.getByText(messages.platforms.tiersUpdated), () =>
    page.getByLabel("You earn, tier 1").press("Enter"),
  );
  await expect(page.getByText("Not saved yet.")).toHaveCount(0);
  expect(await CommissionTier.count({ where: { platformId: platform?.id } })).toBe(1);
});

test("the errors of all tiers are shown at once", { tag: "@audit" }, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  await signedInAs(owner);
  await page.goto(`${at}/${platform?.id}`);
  const add = page.getByRole("button", { name: "Add a tier" });
  for (const row of [1, 2, 3]) {
    await add.click();
    await page.getByLabel(`Monthly deposits up to, tier ${row}`).fill(String(row * 100));
    await page.getByLabel(`You earn, tier ${row}`).fill("5");
  }
  await page.getByLabel("You earn, tier 2").fill("150");
  await page.getByLabel("Monthly deposits from, tier 3").fill("150");
  await page.getByLabel("You earn, tier 3").fill("abc");
  await page.getByRole("button", { name: "Save tiers" }).click();
  const summary = errorSummary(page);
  await expect(summary).toContainText(`Tier 2: ${messages.tiers.percentRange}`);
  await expect(summary).toContainText("Tier 3: Tier 3 starts inside Tier 2.");
  await expect(summary).toContainText(`Tier 3: ${messages.tiers.valueShape}`);
  await expect(page).toHaveTitle(/^Error: /);
  await page.getByLabel("You earn, tier 2").fill("15");
  await page.getByLabel("Monthly deposits from, tier 3").fill("200");
  await expect(page).toHaveTitle(/^Error: /);
  await page.getByLabel("You earn, tier 3").fill("5");
  await expect(summary).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^Error: /);
});
