import { type Browser, type Page, request } from "@playwright/test";
import { LANGUAGE_CODES, type Language } from "#app/lib/languages.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { findViolations, pixelsBeyond } from "../tests/e2e/support/axe.ts";
import { findInvalidHtml } from "../tests/e2e/support/html.ts";
import { type Check, noFaults } from "./check.ts";

const SLUG = "demo";
const VIEWPORT = { width: 320, height: 700 };
const OWNER = { usernameOrEmail: "demo@attesto.example", password: "verify-what-is-true" };

type Faults = { html: string[]; axe: string[]; narrow: string[]; text: string[] };

/** The public pages in all languages, with and without script: the form, refused and sent, and the private page. */
export async function checkLanguages(browser: Browser, siteUrl: string): Promise<Check[]> {
  await switchAllOn(siteUrl);
  const faults: Faults = { html: [], axe: [], narrow: [], text: [] };
  for (const javaScriptEnabled of [true, false]) {
    for (const language of LANGUAGE_CODES) {
      const context = await browser.newContext({
        baseURL: siteUrl,
        ignoreHTTPSErrors: true,
        javaScriptEnabled,
        viewport: VIEWPORT,
        locale: language,
      });
      const page = await context.newPage();
      const where = `${language}${javaScriptEnabled ? "" : " without script"}`;
      await walk(page, language, async (step) => {
        const pixels = await pixelsBeyond(page);
        if (pixels > 0) faults.narrow.push(`${where}, ${step}: ${pixels} px beyond the edge`);
        // Without script axe cannot run either.
        if (javaScriptEnabled)
          faults.axe.push(...(await findViolations(page, "html")).map((one) => `${where}, ${step}: ${one}`));
      }).then(
        (html) => faults.html.push(...html.map((one) => `${where}: ${one}`)),
        (error: Error) => faults.text.push(`${where}: ${error.message.split("\n")[0]}`),
      );
      await context.close();
    }
  }
  const of = `, ${LANGUAGE_CODES.length} languages, with and without script`;
  return [
    noFaults(`public pages that do not get through${of}`, faults.text),
    noFaults(`public pages with sideways scrolling at 320 px${of}`, faults.narrow),
    noFaults(`axe on public pages, ${LANGUAGE_CODES.length} languages`, faults.axe),
    noFaults(`HTML of the form that is not valid${of}`, faults.html),
  ];
}

/** Through /api: its calls carry no cookie of a browser. */
async function switchAllOn(siteUrl: string): Promise<void> {
  const api = await request.newContext({ baseURL: siteUrl, ignoreHTTPSErrors: true });
  const signedIn = await api.post("/api/auth/login", { data: OWNER });
  const { token } = (await signedIn.json()) as { token: string };
  await api.dispose();
  const withToken = await request.newContext({
    baseURL: siteUrl,
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const data = { languages: { default: "en", enabled: LANGUAGE_CODES } };
  const response = await withToken.put("/api/optin-settings", { data });
  if (!response.ok()) throw new Error(`The languages were not switched on: ${response.status()}`);
  await withToken.dispose();
}

/** From the form to the withdrawal. @returns what is not valid in the form's HTML */
async function walk(
  page: Page,
  language: Language,
  look: (step: string) => Promise<void>,
): Promise<string[]> {
  const { actions, form, thanks, mine } = textsIn(language);
  const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  const html = await findInvalidHtml(
    await page.goto(`/optin/${SLUG}?lang=${language}`, { waitUntil: "load" }),
  );
  await page.getByRole("button", { name: actions.deposit.button }).waitFor();
  await look("form");
  await page.getByRole("button", { name: actions.deposit.button }).click();
  await page.getByRole("heading", { name: form.problems(4) }).waitFor();
  await look("refused");
  await page.locator("#email").fill(`audit-${language}-${Date.now()}@example.com`);
  await page.locator("#phone").fill("+34 600 555 123");
  await page.getByRole("radio").first().check();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: actions.deposit.button }).click();
  await heading(thanks.heading);
  await look("thanks");
  const link = page.getByRole("link", { name: thanks.keepLink });
  if (await link.count()) await link.click();
  await page.getByRole("link", { name: mine.withdraw }).click();
  await page.getByRole("heading", { name: mine.withdrawQuestion }).waitFor();
  await look("private page");
  await page.getByRole("button", { name: mine.withdrawYes }).click();
  await heading(mine.isWithdrawn);
  await look("withdrawn");
  return html;
}
