import { FormSlug } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm } from "../../factories/index.ts";
import { ONE_PIXEL } from "../../support/upload.ts";
import { seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.formSettings;
const logo = { name: "logo.png", mimeType: "image/png", buffer: ONE_PIXEL };

test("the preview follows what is typed, and the address says whether it is free", async ({
  page,
  signedInAs,
}) => {
  const [form, other] = [await createForm(), await createForm()];
  const earlier = `${form.slug}-earlier`;
  await FormSlug.create({
    slug: earlier,
    workspaceId: form.owner.workspace.id,
    createdAt: new Date(),
  });
  await signedInAs(form.owner);
  await page.goto("/dashboard/optin-settings");
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Confirm your deposit");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeHidden();

  await page.getByLabel("Title").fill("Tell us about your deposit");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Tell us about your deposit");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();

  const slug = page.getByLabel("Address of your form");
  for (const [typed, said] of [
    [other.slug, sentences.slugTaken],
    [`${other.slug}-free`, sentences.slugFree],
    [earlier, sentences.slugOwn],
    ["api", sentences.slugReserved],
  ] as const) {
    await slug.fill(typed);
    await expect(page.getByText(said)).toBeVisible();
  }
});

test("a question comes before unsaved settings are left", async ({ page, signedInAs }) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto("/dashboard/optin-settings");
  await page.getByLabel("Title").fill("Not saved");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  const asked = page.waitForEvent("dialog");

  const leaving = page.getByRole("link", { name: "Overview" }).first().click();

  const dialog = await asked;
  expect(dialog.message()).toBe(sentences.leaveUnsaved);
  await dialog.dismiss();
  await leaving;
  await expect(page.getByLabel("Title")).toHaveValue("Not saved");
});

test("a question comes before a tab with unsaved settings is left for another one", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto("/dashboard/optin-settings/after-sending");
  await page.getByLabel("Thank-you message").fill("Not saved");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await (asked.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  const advanced = page
    .getByRole("navigation", { name: "Form settings" })
    .getByRole("link", { name: "Advanced" });

  await advanced.click();
  await expect.poll(() => asked).toEqual([sentences.leaveUnsaved]);
  await expect(page.getByLabel("Thank-you message")).toHaveValue("Not saved");
  await advanced.click();

  await expect(page.getByLabel("Websites that may embed your form")).toBeVisible();
  expect(asked).toHaveLength(2);
  expect((await form.row.reload()).successMessage).toBeNull();
});

test("an address of a part that has a tab now leads to that tab", async ({ page, signedInAs }) => {
  const form = await createForm();
  await signedInAs(form.owner);
  const path = "/dashboard/optin-settings";
  for (const [before, after] of [
    ["#languages", "/languages"],
    ["#consent", "/consent"],
    ["/share#ads", "/share/ads"],
    ["/share#embed", "/share/site"],
    ["/share?mode=popup&language=en#embed", "/share/site?mode=popup&language=en#embed"],
  ]) {
    // A document of its own: a hash alone loads none.
    await page.goto("about:blank");
    await page.goto(path + before);
    await expect(page).toHaveURL(path + after);
  }
});

test.describe("without a connection", () => {
  test.use({ foreseen: [/ERR_FAILED/] });

  test("a chosen logo is shown before it is uploaded, and a failed upload saves and loses nothing", {
    tag: "@audit",
  }, async ({ page, signedInAs }) => {
    const form = await createForm();
    await signedInAs(form.owner);
    await page.goto("/dashboard/optin-settings");
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && /upload-logo|optin-settings(\.data)?(\?|$)/.test(request.url()))
        posts.push(new URL(request.url()).pathname.replace(/\.data$/, ""));
    });
    const picture = page.getByRole("img", { name: "Your logo" });
    const save = page.getByRole("button", { name: "Save changes" });

    await page.locator("input[type=file]").setInputFiles(logo);
    await expect(picture).toHaveAttribute("src", /^blob:/);
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    await expect(page.frameLocator("iframe").getByRole("img")).toHaveAttribute("src", /^blob:/);
    await expect(page.getByText("Not saved yet")).toBeVisible();
    expect(posts).toEqual([]);

    await page.getByLabel("Title").fill("Typed before the upload");
    await page.route("**/upload-logo", (route) => route.abort());
    await save.click();
    await expect(page.getByText(sentences.logoFailed).first()).toBeVisible();
    await expect(page.getByText(sentences.logoUnsaved)).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("Typed before the upload");
    await expect(picture).toHaveAttribute("src", /^blob:/);
    expect(await form.row.reload()).toMatchObject({ logo: null, version: 1 });

    await page.unroute("**/upload-logo");
    posts.length = 0;
    await seen(page.getByText(sentences.updated), () => save.click());
    expect(posts).toEqual(["/api/optin-settings/upload-logo", "/dashboard/optin-settings"]);
    expect(await form.row.reload()).toMatchObject({
      logo: expect.stringMatching(/^\/uploads\//),
      title: "Typed before the upload",
    });
  });
});

test("a logo is shown too where the settings were reached by a link", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto("/dashboard/overview");
  await page.getByRole("link", { name: "Forms", exact: true }).click();
  await expect(page).toHaveURL("/dashboard/optin-settings");

  await page.locator("input[type=file]").setInputFiles(logo);
  const picture = page.getByRole("img", { name: "Your logo" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
});
