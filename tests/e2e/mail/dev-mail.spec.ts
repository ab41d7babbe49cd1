import { createOwner } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { expect, test } from "../support/test.ts";

const DARK_GROUND = "rgb(18, 16, 13)";
const LIGHT_GROUND = "rgb(245, 243, 239)";

for (const { scheme, ground } of [
  { scheme: "dark", ground: DARK_GROUND },
  { scheme: "light", ground: LIGHT_GROUND },
] as const) {
  test.describe(`in a ${scheme} mail program`, { tag: scheme === "light" ? [] : "@audit" }, () => {
    test.use({ colorScheme: scheme });

    test("a mail shows on one ground from edge to edge, and its button opens", { tag: "@once" }, async ({
      page,
    }) => {
      const { email } = await createOwner();
      await page.goto("/forgot-password");
      await page.getByRole("textbox").fill(email);
      await page.getByRole("button", { name: /link/ }).click();
      await eventually(async () => {
        await page.goto("/dev/mail");
        expect(await page.getByText(email).count()).toBe(1);
      });
      await page.getByRole("listitem").filter({ hasText: email }).getByRole("link").click();

      const mail = page.frameLocator("iframe");
      await expect(mail.getByRole("heading", { level: 1 })).toHaveText(/Set a new password/);
      for (const part of ["html", "body", "body > table"])
        await expect(mail.locator(part)).toHaveCSS("background-color", ground);

      const opened = page.waitForEvent("popup");
      await mail.getByRole("link", { name: "Set a new password" }).click();
      await expect(await opened).toHaveURL(/\/reset-password\?token=/);
    });
  });
}
