import { brotliCompressSync } from "node:zlib";
import { connectMeta, createForm, createOwner, submitForm } from "../../factories/index.ts";
import { createFormWith, goodAnswers } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

const KB = 1024;

test("no page has a style attribute", { tag: "@once" }, async ({ page, signedInAs, optIn }) => {
  const form = await createForm();
  await connectMeta(form.owner);
  const submission = await submitForm(form);
  await optIn.open(form.slug);
  await optIn.submit(goodAnswers(form));
  await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
  const html = async (path: string) => (await page.request.get(path)).text();
  const open = ["/", "/login", "/not-found", `/optin/${form.slug}`, "/optin/not-a-form"];
  const pages = await Promise.all(open.map(html));

  await signedInAs(form.owner);
  const own = [
    "/dashboard/overview",
    "/dashboard/analytics",
    "/dashboard/submissions",
    `/dashboard/submissions?open=${submission.id}`,
  ];
  pages.push(...(await Promise.all(own.map(html))));

  for (const text of pages) expect(text.match(/<[a-z][^>]*\sstyle=/g)).toBeNull();
});

test("the public form loads nothing but its page and its script", async ({ page, optIn, hasScript }) => {
  const form = await createFormWith(5);
  const loaded: string[] = [];
  page.on("response", (response) => {
    const type = response.request().resourceType();
    loaded.push(type);
  });

  await optIn.open(form.slug, "?fbclid=abc");
  await page.waitForLoadState("networkidle");

  expect(loaded).toEqual(hasScript ? ["document", "script"] : ["document"]);
});

test("the public form has at most 8 KB and its script at most 6,535 bytes", { tag: "@once" }, async ({
  page,
  optIn,
  request,
}) => {
  const form = await createFormWith(5, { successMessage: "Iria checks it with your broker within a day." });
  await optIn.open(form.slug);
  const source = await page.locator("script[src]").getAttribute("src");
  const [html, script] = await Promise.all([
    request.get(`/optin/${form.slug}`),
    request.get(source ?? "", { headers: { "accept-encoding": "identity" } }),
  ]);

  expect(brotliCompressSync(await html.body()).length).toBeLessThanOrEqual(8 * KB);
  expect((await script.body()).length).toBeLessThanOrEqual(6_535);
});

test("every page with a form may post it", { tag: "@once" }, async ({ page, optIn, signInPage, inbox }) => {
  const origins: (string | undefined)[] = [];
  page.on("request", async (sent) => {
    // The check of the session is no form.
    if (sent.method() !== "POST" || new URL(sent.url()).pathname === "/session") return;
    origins.push((await sent.allHeaders()).origin);
  });
  const password = "verify-what-is-true";
  const owner = await createOwner({ password });
  const form = await createForm({ owner });

  await optIn.open(form.slug);
  await optIn.submit(goodAnswers(form));
  await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
  if (!page.url().includes("/mine/")) await optIn.keepLink.click();
  await optIn.withdraw.click();
  await optIn.confirmWithdrawal.click();
  await expect(optIn.heading).toHaveText("You withdrew your confirmation.");
  const { email } = await submitForm(form);
  await signInPage.open();
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await expect(page).toHaveURL("/dashboard/overview");
  await inbox.chooseTheme("Light");
  await expect(page.locator("html")).toHaveClass("light");
  await inbox.open();
  const sheet = await inbox.openSheet(email);
  await sheet.rejectAs("Duplicate");
  await expect(page.getByRole("button", { name: "Undo the last decision" })).toBeVisible();
  await inbox.signOut();
  await expect(page).toHaveURL("/login");

  const { origin } = new URL(page.url());
  expect(origins).toEqual(Array.from({ length: 6 }, () => origin));
});

test("no page may be framed or run a script that is not ours", { tag: "@once" }, async ({ request }) => {
  const form = await createForm();
  for (const path of ["/", "/login", "/not-found", `/optin/${form.slug}`, "/dashboard/overview"]) {
    const headers = (await request.get(path)).headers();
    const policy = headers["content-security-policy"];
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers["referrer-policy"]).not.toBe("no-referrer");
  }
});
