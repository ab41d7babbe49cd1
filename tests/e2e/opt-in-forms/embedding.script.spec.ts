import type { Frame, Page } from "@playwright/test";
import {
  clickSnippet,
  EMBED_MODES,
  type EmbedMode,
  embedSnippet,
  frameSnippet,
  linkSnippet,
} from "#app/lib/share-links.ts";
import { OptInForm } from "#app/models/index.server.ts";
import { createForm, type Form } from "../../factories/index.ts";
import { OptInPage } from "../pages/opt-in-page.ts";
import { findSubmissions, goodAnswers } from "../support/claims.ts";
import { startOtherSite } from "../support/other-site.ts";
import { expect, test } from "../support/test.ts";

const AD = "?fbclid=IwAR-parent&utm_source=facebook&utm_campaign=Autumn&session=secret";
const FBP = "fb.1.1700000000000.123456";
const TITLE = "Confirm your deposit";

test.use({ foreseen: [/another origin: http:\/\/127\.0\.0\.1|frame-ancestors/] });

/** The page of another site with the form's code, and the form that this site may frame. */
async function startParent(toHtml: (form: Form) => string) {
  let html = "";
  const site = await startOtherSite(() => html, [`_fbp=${FBP}`, "session=theirs"]);
  const form = await createForm({ frameOrigins: JSON.stringify([site.url]) });
  html = toHtml(form);
  return { site, form };
}

const toCode = (siteUrl: string, mode: EmbedMode) => (form: Form) =>
  embedSnippet({
    url: `${siteUrl}/optin/${form.slug}`,
    origin: siteUrl,
    mode,
    title: TITLE,
    language: null,
    close: "Close",
  });

async function findForm(page: Page, form: Form): Promise<{ frame: Frame; optIn: OptInPage }> {
  await expect(page.frameLocator("iframe").getByLabel("Email")).toBeVisible();
  const frame = page.frames().find((one) => one.url().includes(`/optin/${form.slug}`))!;
  return { frame, optIn: new OptInPage(frame) };
}

for (const mode of EMBED_MODES) {
  test(`a form that is embedded as ${mode} gets the click and the ad platforms' cookies of its page`, async ({
    page,
    siteUrl,
  }) => {
    const { site, form } = await startParent(toCode(siteUrl, mode));
    await using _ = site;
    await page.goto(`${site.url}/landing${AD}`);
    if (mode !== "inline") {
      await expect(page.locator("iframe")).toHaveCount(0);
      await page.getByRole("link", { name: TITLE }).click();
      await expect(page.getByRole("dialog", { name: TITLE })).toBeVisible();
    }
    const { frame, optIn } = await findForm(page, form);
    expect(frame.url()).not.toContain("secret");
    expect(frame.url()).not.toContain("theirs");
    const { width, height } = (await page.locator("iframe").boundingBox())!;
    if (mode === "inline") expect(height).toBeGreaterThan(560);
    if (mode === "page") expect(width).toBe(page.viewportSize()?.width);

    await optIn.submit(goodAnswers(form));

    await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
    const [claim] = await findSubmissions(form);
    expect(claim).toMatchObject({
      fbclid: "IwAR-parent",
      source: "facebook",
      utmCampaign: "Autumn",
      fbp: FBP,
      fbc: null,
    });
    expect(claim?.pageUrl).not.toContain("_fbp");
  });
}

for (const [scheme, device, theme] of [
  ["normal", "dark", "light"],
  ["light dark", "dark", "dark"],
  ["light dark", "light", "light"],
  ["dark", "light", "dark"],
  ["only light", "dark", "light"],
  ["only dark", "light", "dark"],
] as const)
  test(`a form in a page with the color scheme "${scheme}" is ${theme} on a ${device} device`, async ({
    page,
    siteUrl,
  }) => {
    const { site, form } = await startParent(
      (form) => `<style>:root { color-scheme: ${scheme}; }</style>${toCode(siteUrl, "inline")(form)}`,
    );
    await using _ = site;
    await page.emulateMedia({ colorScheme: device });
    await page.goto(site.url);
    const { frame, optIn } = await findForm(page, form);
    const lightness = () =>
      frame.evaluate(() => {
        const [red = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
        return red > 128 ? "light" : "dark";
      });
    expect(await lightness()).toBe(theme);
    await optIn.submit({ ...goodAnswers(form), email: "nobody" });
    await expect(optIn.heading).toBeVisible();
    expect(await lightness()).toBe(theme);
    await optIn.submit(goodAnswers(form));
    await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
    await frame.getByRole("link", { name: "Change", exact: true }).click();
    await frame.waitForURL(/\/mine\//);
    expect(await lightness()).toBe(theme);
  });

for (const [how, toScript] of Object.entries<(siteUrl: string) => string>({
  "as a module": (siteUrl) => `<script type="module" src="${siteUrl}/embed.js"></script>`,
  "as a module behind another site's embed.js": (siteUrl) =>
    `<script type="text/plain" src="https://pictures.example/embed.js"></script>
     <script type="module" src="${siteUrl}/embed.js"></script>`,
  "later, by a script that loads scripts": (siteUrl) =>
    `<script type="held" src="${siteUrl}/embed.js"></script>
    <script>fetch("${siteUrl}/embed.js").then((reply) => reply.text()).then((text) => setTimeout(text))</script>`,
  "from within the page": (siteUrl) =>
    `<script>fetch("${siteUrl}/embed.js").then((reply) => reply.text()).then((text) => {
      const script = document.createElement("script");
      script.textContent = text;
      document.body.append(script);
    })</script>`,
}))
  test(`a form is embedded with the click of its page where the script runs ${how}`, async ({
    page,
    siteUrl,
  }) => {
    const { site, form } = await startParent(({ slug }) => {
      const [link = ""] = toCode(siteUrl, "inline")({ slug } as Form).split("\n");
      return link + toScript(siteUrl);
    });
    await using _ = site;
    await page.goto(`${site.url}/landing${AD}`);
    const { frame } = await findForm(page, form);
    expect(frame.url()).toContain("fbclid=IwAR-parent");
    await expect
      .poll(() => page.locator("iframe").evaluate(({ clientHeight }) => clientHeight))
      .not.toBe(600);
  });

test("a frame of an earlier code is as high as the form, gets the click and counts one view; no other site may frame it", async ({
  page,
  siteUrl,
}) => {
  const { site, form } = await startParent(
    ({ slug }) =>
      `${frameSnippet({ url: `${siteUrl}/optin/${slug}`, title: TITLE })}<script src="${siteUrl}/embed.js" async></script>
      <i id="attesto" style="display:block;height:6000px"></i>`,
  );
  await using _ = site;
  await page.goto(`${site.url}/${AD}`);
  const { frame } = await findForm(page, form);
  await expect.poll(() => frame.url()).toMatch(/fbclid=IwAR-parent.*&attesto_reload=1$/);
  await expect.poll(() => page.locator("iframe").evaluate(({ clientHeight }) => clientHeight)).not.toBe(900);

  await OptInForm.update({ frameOrigins: null }, { where: { id: form.id } });
  await expect(async () => {
    await page.goto(site.url);
    await expect(page.frameLocator("iframe").getByLabel("Email")).toHaveCount(0, { timeout: 500 });
  }).toPass();
});

test("a pop-up is closed by Escape in the form or its button, keeps what was typed and gives the focus back", async ({
  page,
  siteUrl,
}) => {
  const { site, form } = await startParent(toCode(siteUrl, "popup"));
  await using _ = site;
  await page.goto(site.url);
  const opener = page.getByRole("link", { name: TITLE });
  const dialog = page.getByRole("dialog");
  await opener.focus();
  await page.keyboard.press("Enter");
  const { optIn } = await findForm(page, form);
  await optIn.email.fill("maria@example.com");
  // The frame's script has said how high it is.
  await expect.poll(() => page.locator("iframe").evaluate(({ style }) => style.height)).not.toBe("600px");

  await optIn.email.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(optIn.email).toHaveValue("maria@example.com");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});

test("a frame of an earlier code that is far below the screen gets the click without a second load", {
  tag: "@audit",
}, async ({ page, siteUrl }) => {
  const { site, form } = await startParent(
    ({ slug }) =>
      `<p style="height:6000px"></p>${frameSnippet({ url: `${siteUrl}/optin/${slug}`, title: TITLE })}<script src="${siteUrl}/embed.js" async></script>`,
  );
  await using _ = site;
  await page.goto(`${site.url}/${AD}`);
  await page.locator("iframe").scrollIntoViewIfNeeded();
  const { frame } = await findForm(page, form);
  expect(frame.url()).toContain("fbclid=IwAR-parent");
  expect(frame.url()).not.toContain("attesto_reload");
});

test("a page that floods the form with messages changes nothing, nor do messages of others to its page", async ({
  page,
  siteUrl,
}) => {
  const { site, form } = await startParent(toCode(siteUrl, "inline"));
  await using _ = site;
  await page.goto(`${site.url}/${AD}`);
  const { optIn } = await findForm(page, form);
  await expect.poll(() => page.locator("iframe").evaluate(({ clientHeight }) => clientHeight)).not.toBe(600);
  const height = await page.locator("iframe").evaluate(({ clientHeight }) => clientHeight);

  await page.evaluate(() => {
    const { contentWindow } = document.querySelector("iframe")!;
    const wrong = { type: "attesto:click", fbclid: "forged", _fbp: "forged", url: "https://evil.example" };
    for (let count = 0; count < 1000; count++) contentWindow?.postMessage(wrong, "*");
    contentWindow?.postMessage("x".repeat(1024 * 1024), "*");
    postMessage({ type: "attesto:height", height: 5000 }, "*");
    postMessage({ type: "attesto:close" }, "*");
    // All of these have been received once the last one has.
    return new Promise<void>((resolve) => {
      addEventListener("message", ({ data }) => {
        if (data === "end") resolve();
      });
      postMessage("end", "*");
    });
  });
  expect(await page.locator("iframe").evaluate(({ clientHeight }) => clientHeight)).toBe(height);
  await optIn.submit(goodAnswers(form));

  await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
  expect(await findSubmissions(form)).toMatchObject([{ fbclid: "IwAR-parent", fbp: FBP }]);
});

test("a form that is closed, or may not be framed, is the link that its code is", async ({
  page,
  siteUrl,
}) => {
  const { site, form } = await startParent(
    (form) => toCode(siteUrl, "inline")(form) + toCode(siteUrl, "popup")(form),
  );
  await using _ = site;
  await OptInForm.update({ isActive: false }, { where: { id: form.id } });
  await page.goto(`${site.url}/${AD}`);
  const links = page.getByRole("link", { name: TITLE });
  await expect(links).toHaveCount(2);
  await expect(page.locator("iframe")).toHaveCount(0);

  await links.nth(1).click();

  await page.waitForURL(new RegExp(`^${siteUrl}/optin/${form.slug}.*fbclid=IwAR-parent`));
  expect(page.url()).not.toContain("_fbp");
});

test("a pop-up that the visitor closes before it can show its form leaves the page as it is", {
  tag: "@audit",
}, async ({ page, siteUrl }) => {
  const { site, form } = await startParent(toCode(siteUrl, "popup"));
  await using _ = site;
  await OptInForm.update({ isActive: false }, { where: { id: form.id } });
  await page.goto(site.url);
  const link = page.getByRole("link", { name: TITLE });
  await link.click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await expect(page.locator("dialog")).toHaveCount(0);
  expect(page.url()).toBe(`${site.url}/`);

  await link.click();
  await page.waitForURL(`${siteUrl}/optin/${form.slug}?utm_source=embed`);
});

test("a browser that asks not to be followed hands over the click of its address and no cookie, and keeps nothing", async ({
  page,
  siteUrl,
}) => {
  const { site, form } = await startParent(
    (form) => toCode(siteUrl, "inline")(form) + clickSnippet({ slug: form.slug, origin: siteUrl, days: 7 }),
  );
  await using _ = site;
  await page.goto(`${site.url}/${AD}`);
  await findForm(page, form);
  expect(await page.evaluate(() => localStorage.getItem("attesto_click"))).toContain("IwAR-parent");
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true }),
  );

  await page.goto(`${site.url}/later?gclid=G1`);
  const { frame } = await findForm(page, form);

  expect(new URL(frame.url()).search).toBe("?utm_source=embed&gclid=G1&theme=light");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("a landing page keeps an ad's click for its later pages and adds it to links to its own form only", async ({
  page,
  siteUrl,
}) => {
  const other = await createForm();
  const { site, form } = await startParent((form) =>
    [
      linkSnippet({ url: `${siteUrl}/optin/${form.slug}`, title: TITLE }),
      linkSnippet({ url: `${siteUrl}/optin/${other.slug}`, title: "Other form" }),
      clickSnippet({ slug: `none ${form.slug}`, origin: siteUrl, days: 3 }),
    ].join("\n"),
  );
  await using _ = site;
  await page.goto(`${site.url}/${AD}`);
  await page.goto(`${site.url}/prices`);
  const [[, until]] = await page.evaluate(() => [
    JSON.parse(localStorage.getItem("attesto_click") ?? "").fbclid,
  ]);
  expect(until - Date.now()).toBeLessThanOrEqual(3 * 24 * 60 * 60 * 1000);

  await page.getByRole("link", { name: "Other form" }).click();
  await page.waitForURL(`${siteUrl}/optin/${other.slug}?utm_source=website`);
  await page.goBack();
  await page.getByRole("link", { name: TITLE }).click();
  const optIn = new OptInPage(page);
  await optIn.submit(goodAnswers(form));

  await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
  expect(await findSubmissions(form)).toMatchObject([
    { fbclid: "IwAR-parent", source: "facebook", utmCampaign: "Autumn", fbp: null },
  ]);
});

test("the Share page shows each way to embed the form at work", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto("/dashboard/optin-settings/share/site");
  const preview = page.frameLocator("iframe");
  const email = preview.frameLocator("iframe").getByLabel("Email");
  await expect(email).toBeVisible();
  await expect(preview.getByRole("link", { name: TITLE })).toBeHidden();
  for (const [name, mode] of [
    ["Pop-up", "popup"],
    ["Full page", "page"],
  ] as const) {
    await page.getByRole("radio", { name }).check();
    await expect(page.getByLabel("Embed code")).toContainText(`data-attesto="${mode}"`);
    await preview.getByRole("link", { name: TITLE }).click();
    await expect(email).toBeVisible();
    await preview.getByRole("button", { name: "Close" }).click();
    await expect(email).toBeHidden();
  }
  await expect(page.getByLabel("Landing page code")).toContainText(`data-form="${form.slug}" data-days="7"`);
  expect(await findSubmissions(form)).toHaveLength(0);
});

test.describe("form on another site, without script,", () => {
  test.use({ javaScriptEnabled: false });

  test("a frame takes a claim, and the code of each mode is a link to the form", async ({
    page,
    siteUrl,
  }) => {
    const { site, form } = await startParent(
      (form) =>
        toCode(siteUrl, "popup")(form) + frameSnippet({ url: `${siteUrl}/optin/${form.slug}`, title: TITLE }),
    );
    await using _ = site;
    await page.goto(`${site.url}/${AD}`);
    const { optIn } = await findForm(page, form);
    await optIn.submit(goodAnswers(form));
    await expect(optIn.heading).toContainText("Thanks");
    expect(await findSubmissions(form)).toMatchObject([{ source: "embed", fbclid: null }]);

    await page.getByRole("link", { name: TITLE }).click();
    await expect(page).toHaveURL(`${siteUrl}/optin/${form.slug}?utm_source=embed`);
  });
});
