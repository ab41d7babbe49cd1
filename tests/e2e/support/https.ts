import type { Page } from "@playwright/test";

/** Where a page is opened once it is served over https. */
export const SECURE_URL = "https://attesto.test";
/** Its calls are to another origin than the tests' own. */
export const SECURE_CALLS = /^another origin: https:\/\/attesto\.test\//;

/** As a proxy with TLS in front does: the browser is on https, the server hears its own address. */
export async function serveOverHttps(page: Page, siteUrl: string): Promise<void> {
  await page.route(`${SECURE_URL}/**`, async (route) => {
    const url = route.request().url().replace(SECURE_URL, siteUrl);
    const headers = await route.request().allHeaders();
    const response = await route.fetch({
      url,
      headers: { ...headers, origin: siteUrl, referer: `${siteUrl}/` },
    });
    await route.fulfill({ response });
  });
}
