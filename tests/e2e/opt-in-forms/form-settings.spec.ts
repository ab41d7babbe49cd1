import { OptInForm } from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm, createOwner, createPlatforms, unique } from "../../factories/index.ts";
import { ONE_PIXEL } from "../../support/upload.ts";
import { createFormWith } from "../support/claims.ts";
import { seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.formSettings;
const path = "/dashboard/optin-settings";

test("a new account has a working form after one click", async ({ page, signedInAs, optIn }) => {
  const owner = await createOwner();
  await createPlatforms(1, { owner });
  await signedInAs(owner);
  await page.goto("/dashboard/overview");

  await page.getByRole("button", { name: "Create my form" }).click();

  await expect(page).toHaveURL(`${path}?new=yes`);
  await expect(page.getByText(sentences.created)).toBeVisible();
  const address = page.getByRole("status").getByRole("link", { name: `/optin/${owner.username}` });
  await expect(address).toBeVisible();
  await page.getByRole("banner").getByText("Share form").click();
  await expect(page.getByText(`/optin/${owner.username}`).first()).toBeVisible();
  expect((await optIn.open(owner.username))?.status()).toBe(200);
});

test("every tab is saved with one button, and errors stand at their fields", async ({ page, signedInAs }) => {
  const form = await createFormWith(3);
  await signedInAs(form.owner);
  await page.goto(path);
  const slug = `casa-${unique()}`;
  const press = () => page.getByRole("button", { name: "Save changes" }).click();
  const save = async () => {
    await seen(page.getByText(sentences.updated), press);
    // Until the saved form is loaded, leaving the tab asks about unsaved changes.
    await expect(page.getByText("Not saved yet")).toHaveCount(0);
  };
  const open = async (tab: string) => {
    const link = page.getByRole("navigation", { name: "Form settings" }).getByRole("link", { name: tab });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
  };

  await page.getByLabel("Address of your form").fill("a b");
  await page.getByLabel("Title").fill("Confirm your first deposit");
  await press();
  await expect(page.getByRole("link", { name: sentences.slugShape })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Confirm your first deposit");
  await page.getByLabel("Address of your form").fill(slug);
  await save();

  await open("After sending");
  await page.getByLabel("Thank-you message").fill("<b>Thank you</b>");
  await page.getByLabel("Continue to").fill("http://169.254.169.254/latest");
  await press();
  await expect(page.getByRole("link", { name: sentences.redirectShape })).toBeVisible();
  await page.getByLabel("Continue to").fill("https://casa.example/kit");
  await save();

  await open("Questions");
  await page.getByLabel("Amount", { exact: true }).selectOption("Required");
  await page.getByRole("button", { name: `Move ${form.platforms[2]?.name} up` }).click();
  await page.getByLabel(String(form.platforms[0]?.name), { exact: true }).uncheck();
  await save();
  await form.row.reload();
  expect(form.row).toMatchObject({
    slug,
    title: "Confirm your first deposit",
    successMessage: "<b>Thank you</b>",
    redirectUrl: "https://casa.example/kit",
    amountField: "required",
  });
  await page.goto(`/optin/${slug}`);
  const [, second, third] = form.platforms;
  await expect(page.getByRole("radio")).toHaveCount(2);
  await expect(page.getByRole("radio").first()).toHaveValue(String(third?.id));
  await expect(page.getByRole("radio").last()).toHaveValue(String(second?.id));
});

test("the second of two windows is told, and keeps what it typed", async ({ page, signedInAs }) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto(path);
  await form.row.update({ title: "From the other window", version: 2 });

  await page.getByLabel("Title").fill("From this window");
  await page.getByRole("button", { name: "Save changes" }).click();

  await expect(page.getByText(sentences.changed).first()).toBeVisible();
  await expect(page.getByText("From the other window")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("From this window");
  expect((await form.row.reload()).title).toBe("From the other window");
  await seen(page.getByText(sentences.updated), () =>
    page.getByRole("button", { name: "Save changes" }).click(),
  );
  expect((await form.row.reload()).title).toBe("From this window");
});

test("every saved language has fields for the owner's texts, and what is missing is told until it is written", async ({
  page,
  signedInAs,
}) => {
  const written = { title: "Bonus holen", introduction: "Kurz ausfüllen", consentText: "Ich stimme zu." };
  const form = await createForm({
    title: "Get your bonus",
    introduction: "Half a minute",
    consentText: "I agree.",
    languages: JSON.stringify({ default: "en", enabled: ["en", "de", "it", "pl"], automatic: true }),
  });
  const italian = { ...written, consentText: "" };
  await form.row.update({ texts: JSON.stringify({ de: written, it: italian, pl: {} }) });
  await signedInAs(form.owner);
  await page.goto(path);
  await page.getByRole("link", { name: "Write them" }).click();
  await expect(page).toHaveURL(`${path}/languages`);
  const texts = (language: string) =>
    page.locator("details").filter({ hasText: `Your texts in ${language}` });
  const note = page.getByText("These are shown in English");
  await expect(note).toContainText("Italian: consent text. Polish: title, introduction, and consent text.");
  await expect(texts("German")).toContainText("Complete");
  await expect(texts("Italian")).toContainText("Shown in the main language: consent text");
  for (const language of ["German", "Italian", "Polish"])
    await expect(texts(language).getByRole("textbox", { includeHidden: true })).toHaveCount(5);

  await texts("Polish").locator("summary").click();
  await page.getByLabel("Title (pl)").fill("Odbierz bonus");
  await page.getByLabel("Introduction (pl)").fill("Pół minuty");
  await page.getByLabel("Consent text (pl)").fill("Zgadzam się, {adPlatform}.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("link", { name: sentences.placeholderUnknown("{adPlatform}") })).toBeVisible();
  // Refused, and it is still there, even the one without a text.
  await page.getByLabel("Title (pl)").fill("");
  await page.getByLabel("Introduction (pl)").fill("");
  await page.getByLabel("Consent text (pl)").fill("Zgadzam się.");
  await texts("Italian").locator("summary").click();
  await page.getByLabel("Consent text (it)").fill("Accetto.");
  await seen(page.getByText(sentences.updated), () =>
    page.getByRole("button", { name: "Save changes" }).click(),
  );

  await expect(note).toContainText("Polish: title and introduction.");
  await expect(texts("Italian")).toContainText("Complete");
  await page.goto(`${path}/share`);
  await expect(note).toContainText("Polish: title and introduction.");
  await page.goto(`/optin/${form.slug}?lang=pl`);
  await expect(page.getByText("Zgadzam się.")).toBeVisible();
});

test("the owner's privacy notice is linked by the form, and a text of it has a page of its own", async ({
  page,
  signedInAs,
  optIn,
}) => {
  const form = await createForm({
    languages: JSON.stringify({ default: "en", enabled: ["en", "de"], automatic: true }),
  });
  await signedInAs(form.owner);
  const save = async (tab: string, values: Record<string, string>) => {
    await page.goto(`${path}/${tab}`);
    if (tab === "languages") await page.getByText("Your texts in German").click();
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole("button", { name: "Save changes" }).click();
  };
  await save("questions", { "Address of your privacy notice": "http://casa.example" });
  await expect(page.getByRole("link", { name: sentences.privacyUrlShape })).toBeVisible();
  await save("questions", { "Privacy notice": "We keep it for a year." });
  await expect(page.getByText(sentences.updated)).toBeVisible();
  await save("languages", { "Privacy notice (de)": "Wir behalten es ein Jahr." });
  await expect(page.getByText(sentences.updated)).toBeVisible();

  await optIn.open(form.slug, "?lang=de");
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: textsIn("de").form.privacyNotice(form.row.ownerName) }).click();
  const notice = await opened;
  await expect(notice.getByText("Wir behalten es ein Jahr.")).toBeVisible();
  await expect(notice.getByRole("heading")).toHaveText(`Datenschutzhinweise: ${form.row.ownerName}`);
  await notice.getByRole("link", { name: textsIn("de").actions.deposit.title }).click();
  await expect(notice).toHaveURL(`/optin/${form.slug}?lang=de`);
});

test("a logo is uploaded and shown on the form", async ({ page, signedInAs, hasScript }) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto(path);
  const file = (buffer: Buffer) => ({ name: "logo.png", mimeType: "image/png", buffer });
  const choose = async (buffer: Buffer) => {
    await page.locator("input[type=file]").setInputFiles(file(buffer));
    await page.getByRole("button", { name: hasScript ? "Save changes" : "Upload logo" }).click();
  };

  await choose(Buffer.from("<svg/>"));
  await expect(page.getByText(sentences.logoFailed).first()).toBeVisible();
  await expect(page.getByText(sentences.logoType).first()).toBeVisible();
  await choose(Buffer.alloc(2 * 1024 * 1024 + 1));
  await expect(page.getByText(sentences.logoLarge).first()).toBeVisible();
  await seen(page.getByText(hasScript ? sentences.updated : sentences.logoUploaded), () => choose(ONE_PIXEL));
  await expect(page.getByRole("img", { name: "Your logo" })).toHaveAttribute("src", /^\/uploads\//);

  await page.goto(`/optin/${form.slug}`);
  await expect(page.getByRole("img", { name: form.row.ownerName })).toBeVisible();
  await page.goto(path);
  await seen(page.getByText(hasScript ? sentences.updated : sentences.logoRemoved), async () => {
    await page.getByRole("button", { name: hasScript ? "Remove" : "Remove logo" }).click();
    if (hasScript) await page.getByRole("button", { name: "Save changes" }).click();
  });
});

test("the form is deleted after a question, and its claims stay", { tag: "@once" }, async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto(`${path}/advanced`);

  await page.getByText("Delete form…").click();
  await seen(page.getByText(sentences.deleted), () =>
    page.getByRole("button", { name: "Delete form" }).click(),
  );

  await expect(page.getByRole("heading", { name: "No form yet" })).toBeVisible();
  expect(await OptInForm.findByPk(form.id)).toMatchObject({ slug: form.slug, deletedAt: expect.any(Date) });
});

test("the link is offered with its QR code, channels and embed code", { tag: "@once" }, async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/dashboard/submissions");
  await page.getByRole("banner").locator("summary").filter({ hasText: "Share form" }).click();
  await page.getByRole("link", { name: "Links by channel, embed code" }).first().click();

  await expect(page.getByText(`/optin/${form.slug}?utm_source=instagram&utm_medium=social`)).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Share" });
  await tabs.getByRole("link", { name: "On your site" }).click();
  await expect(page.getByLabel("Embed code")).toContainText("embed.js");
  const [png, svg] = await Promise.all([
    page.request.get(`${path}/qr/png`),
    page.request.get(`${path}/qr/svg`),
  ]);
  expect((await png.body()).subarray(1, 4).toString()).toBe("PNG");
  expect(await svg.text()).toMatch(/^<svg [^>]*viewBox/);
});
