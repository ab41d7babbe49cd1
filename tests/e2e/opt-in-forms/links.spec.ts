import { CHANNELS } from "#app/lib/share-links.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm, createNamedLink, submitForm } from "../../factories/index.ts";
import { seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.links;
const path = "/dashboard/optin-settings/share";

test("an owner names a link, hands it out with its QR code, sees what it brings and archives it", async ({
  page,
  signedInAs,
  hasScript,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  await expect(page.getByText("No links yet.")).toBeVisible();
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("link", { name: sentences.labelMissing })).toBeVisible();

  await page.getByLabel("What it is for").fill("Story of 3 November");
  await page.getByLabel("Where you post it").selectOption({ label: "Instagram bio and stories" });
  await seen(page.getByText(sentences.created), () =>
    page.getByRole("button", { name: "Create link" }).click(),
  );
  const search = "?l=story-of-3-november&utm_source=instagram&utm_medium=social";
  await expect(page.getByText(`/optin/${form.slug}${search}`)).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of this link" })).toBeVisible();
  const svg = await page.getByRole("link", { name: "SVG" }).getAttribute("href");
  const file = await page.request.get(svg ?? "");
  expect(file.headers()["content-disposition"]).toContain(`${form.slug}-story-of-3-november-qr.svg`);
  await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(hasScript ? 1 : 0);

  await submitForm(form, { pageUrl: `https://forms.example/optin/${form.slug}${search}` });
  await submitForm(form);
  await page.goto(path);
  const row = page.getByRole("row").filter({ hasText: "?l=story-of-3-november" });
  await row.getByRole("link", { name: "1", exact: true }).click();
  await expect(page.getByText("Link Story of 3 November")).toBeVisible();
  await expect(page.getByRole("main").getByText("@example.com")).toHaveCount(1);

  await page.goto(path);
  await row.getByRole("link", { name: "Story of 3 November" }).click();
  await seen(page.getByText(sentences.archived), () =>
    page.getByRole("button", { name: "Archive link" }).click(),
  );
  await page.goto(path);
  await expect(row).toHaveCount(0);
  await page.getByRole("link", { name: "Archived 1" }).click();
  await expect(row).toHaveCount(1);
});

test("the address of a channel is copied in one press, or is the start of a link with a name", async ({
  page,
  signedInAs,
  hasScript,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto(path);
  const addresses = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: `/optin/${form.slug}` });
  await expect(addresses).toHaveCount(CHANNELS.length + 1);
  await expect(addresses.getByRole("button", { name: "Copy" })).toHaveCount(
    hasScript ? CHANNELS.length + 1 : 0,
  );

  await page.getByRole("link", { name: "Name it for YouTube description" }).click();
  await expect(page.getByLabel("What it is for")).toHaveValue("YouTube description");
  await seen(page.getByText(sentences.created), () =>
    page.getByRole("button", { name: "Create link" }).click(),
  );
  const search = "?l=youtube-description&utm_source=youtube&utm_medium=social";
  await expect(page.getByText(`/optin/${form.slug}${search}`)).toBeVisible();
});

test("two hundred links are searched and sorted, and ads get the text of each platform", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const form = await createForm();
  for (let index = 1; index <= 12; index++)
    await createNamedLink(form, { name: `video-${index}`, label: `Video ${index}` });
  await signedInAs(form.owner);
  await page.goto(`${path}?sort=label`);
  const names = page.getByRole("table", { name: "Your links" }).getByRole("link", { name: /^Video/ });
  await expect(names.first()).toHaveText("Video 1");
  await page.getByLabel("Search links").fill("video-12");
  await page.getByLabel("Search links").press("Enter");
  await expect(names).toHaveText(["Video 12"]);
  await page.getByRole("navigation", { name: "Share" }).getByRole("link", { name: "Paid ads" }).click();
  await expect(page.getByLabel("Text for ads at Meta")).toContainText("campaign_id={{campaign.id}}");
  await expect(page.getByLabel("Text for ads at TikTok")).toContainText(
    `/optin/${form.slug}?utm_source=tiktok`,
  );
});
