import { connectMeta, createForm, createOwner } from "../../factories/index.ts";
import { goodAnswers } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

test("the keyboard alone confirms, signs in and marks handled", async ({
  page,
  optIn,
  signInPage,
  inbox,
}) => {
  const password = "verify-what-is-true";
  const owner = await createOwner({ password });
  await connectMeta(owner);
  const form = await createForm({ owner });
  const { email, phone } = goodAnswers(form);
  const { keyboard } = page;
  const tab = async (times = 1) => {
    for (let pressed = 0; pressed < times; pressed++) await keyboard.press("Tab");
  };

  await optIn.open(form.slug);
  await tab();
  await expect(optIn.email).toBeFocused();
  await keyboard.type(email);
  // The country beside the number comes first.
  await tab(2);
  await keyboard.type(phone);
  await tab();
  await expect(optIn.radio(form.platforms[0]?.name ?? "")).toBeFocused();
  await keyboard.press("Space");
  await tab();
  await keyboard.type("250");
  await tab(3);
  await expect(optIn.consent).toBeFocused();
  await keyboard.press("Space");
  await tab();
  await expect(optIn.send).toBeFocused();
  await keyboard.press("Enter");
  await expect(optIn.heading).toBeFocused();

  await signInPage.open("?returnTo=/dashboard/submissions");
  await tab();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await keyboard.press("Enter");
  await tab();
  await expect(signInPage.usernameOrEmail).toBeFocused();
  await keyboard.type(owner.username);
  await tab();
  await keyboard.type(password);
  await keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard/submissions");

  const person = inbox.table.getByRole("link", { name: email });
  await expect(person).toBeVisible();
  await press(person, "Tab");
  await keyboard.press("Enter");
  const sheet = inbox.sheet(email);
  await expect(sheet.region.getByRole("heading", { level: 2 })).toBeFocused();
  await press(sheet.handled, "Tab");
  await keyboard.press("Enter");
  await expect(sheet.region.getByText("Meta accepted it")).toBeVisible();

  /** Goes on with a key until the element has the focus. */
  async function press(target: typeof person, key: string): Promise<void> {
    for (let pressed = 0; pressed < 60; pressed++) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      await keyboard.press(key);
    }
    await expect(target).toBeFocused();
  }
});

test("Escape closes the account menu and gives the focus back", async ({ page, inbox, signedInAs }) => {
  await signedInAs(await createOwner());
  await page.goto("/dashboard/overview");
  const summary = page.locator("summary").filter({ has: inbox.account });
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("details").getByRole("link", { name: "Settings" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Dark" })).toBeFocused();

  await page.keyboard.press("Escape");

  await expect(page.getByRole("button", { name: "Sign out" })).toBeHidden();
  await expect(summary).toBeFocused();
});

test("focus and title follow when a page is changed by script", async ({ page, signedInAs }) => {
  await signedInAs(await createOwner());
  await page.goto("/dashboard/overview");

  await page
    .getByRole("navigation", { name: "Dashboard", exact: true })
    .getByRole("link", { name: "Claims" })
    .click();

  await expect(page).toHaveTitle("Claims | Attesto");
  await expect(page.getByRole("main")).toBeFocused();
});
