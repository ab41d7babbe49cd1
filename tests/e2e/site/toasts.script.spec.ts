import { messages } from "#app/schemas/messages/index.ts";
import { connectMeta, createForm, submitForm } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

const { updated, updatedAndSent, updatedNotSent } = messages.submissions;

for (const { kind, accessToken, message, shownMs } of [
  { kind: "a success for two seconds", accessToken: "sandbox-token", message: updatedAndSent, shownMs: 2000 },
  { kind: "an error for four", accessToken: "sandbox-expired", message: updatedNotSent, shownMs: 4000 },
]) {
  test(`the page shows ${kind} and removes it from the next page`, async ({ inbox, page, signedInAs }) => {
    const form = await createForm();
    await connectMeta(form.owner, { accessToken });
    const { id, email } = await submitForm(form);
    await signedInAs(form.owner);
    await page.clock.install();
    await inbox.open(`?status=all&open=${id}`);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    const sheet = inbox.sheet(email);
    await sheet.handled.click();
    // A pointer over the toast would keep it.
    await page.mouse.move(0, 0);
    await expect(sheet.region.getByText("You marked it verified")).toBeVisible();
    const toast = page.getByRole("listitem").filter({ hasText: message });
    await page.clock.runFor(50);
    await expect(toast).toHaveAttribute("data-removed", "false");

    await page.clock.runFor(shownMs - 100);
    await expect(toast).toHaveAttribute("data-removed", "false");
    await page.clock.runFor(200);
    await expect(toast).toHaveAttribute("data-removed", "true");
    await page.clock.runFor(800);
    await expect(toast).toHaveCount(1);
    await page.clock.runFor(300);
    await expect(toast).toHaveCount(0);
  });
}

test("an error stays on the page when its toast has gone", { tag: "@audit" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await connectMeta(form.owner, { accessToken: "sandbox-expired" });
  const { id, email } = await submitForm(form);
  await signedInAs(form.owner);
  await inbox.open(`?status=all&open=${id}`);
  const sheet = inbox.sheet(email);
  await sheet.handled.click();
  const toast = page.getByRole("listitem").filter({ hasText: updatedNotSent });
  await expect(toast).toBeVisible();
  await expect(page.getByText(updatedNotSent)).toHaveCount(1);

  await toast.getByRole("button", { name: "Dismiss" }).click();

  await expect(toast).toHaveCount(0);
  await expect(sheet.region.getByRole("alert")).toContainText(updatedNotSent);
});

for (const width of [1280, 390]) {
  test.describe(`on a screen of ${width} px`, { tag: "@audit" }, () => {
    test.use({ viewport: { width, height: 844 } });

    test("a toast stands above the decision of an open sheet, 16 px from the edge", async ({
      inbox,
      page,
      signedInAs,
    }) => {
      const form = await createForm();
      const { id, email } = await submitForm(form);
      await signedInAs(form.owner);
      await inbox.open(`?status=all&open=${id}`);
      const sheet = inbox.sheet(email);

      await sheet.rejectAs("Not found at the broker");
      const toast = page.getByRole("listitem").filter({ hasText: updated });
      await expect(toast).toHaveAttribute("data-mounted", "true");
      const foot = sheet.setToPending.locator("xpath=ancestor::form/../..");
      await expect
        .poll(async () => {
          const [shown, decision] = [await toast.boundingBox(), await foot.boundingBox()];
          if (!shown || !decision) return null;
          return [decision.y - shown.y - shown.height, width - shown.x - shown.width].map(Math.round);
        })
        .toEqual([16, 16]);
    });
  });
}

test("a repeated message is shown once while it is visible, and again later", { tag: "@audit" }, async ({
  page,
  signedInAs,
  inbox,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await inbox.open();
  await page.clock.install();
  await page.getByRole("banner").getByText("Share form").click();
  const copy = page.getByRole("banner").getByRole("button", { name: "Copy form link" });
  const toast = page.getByRole("listitem").filter({ hasText: "Form link copied" });
  await copy.click();
  await copy.click();
  await copy.click();
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(4000);
  await expect(toast).toHaveCount(0);
  await copy.click();
  await expect(toast).toHaveCount(1);
});

test("a toast stands at the bottom right, above all else, and leaves the decision free", {
  tag: "@audit",
}, async ({ inbox, page, signedInAs }) => {
  const form = await createForm();
  const { id, email } = await submitForm(form);
  await signedInAs(form.owner);
  await inbox.open(`?status=all&open=${id}`);
  const sheet = inbox.sheet(email);

  await sheet.rejectAs("Not found at the broker");
  await expect(page.getByText(updated)).toBeVisible();
  await sheet.setToPending.click({ trial: true });

  const toaster = page.locator("[data-sonner-toaster]");
  await expect(toaster).toHaveCSS("z-index", "9999");
  await sheet.close.click();
  await expect(toaster).toHaveCSS("bottom", "16px");
  await expect(toaster).toHaveCSS("right", "16px");
});
