import type { Page } from "@playwright/test";

/** Where a page is opened once it is served over https. */
export const SECURE_URL = "https://attesto.test";
/** Its calls are to another origin than the tests' own. */
export const SECURE_CALLS = /^another origin: https:\/\/attesto\.test\//;

/** Once more over plain http, from another machine than the browser's. */
export const INSECURE_URL = "http://attesto.test";
export const INSECURE_CALLS = /^another origin: http:\/\/attesto\.test\//;

/** As a proxy with TLS in front does: the browser is on https, the server hears its own address. */
export const serveOverHttps = (page: Page, siteUrl: string): Promise<void> =>
  serveAt(SECURE_URL, page, siteUrl);

export const serveOverHttp = (page: Page, siteUrl: string): Promise<void> =>
  serveAt(INSECURE_URL, page, siteUrl);

async function serveAt(shownUrl: string, page: Page, siteUrl: string): Promise<void> {
  await page.route(`${shownUrl}/**`, async (route) => {
    const url = route.request().url().replace(shownUrl, siteUrl);
    const headers = await route.request().allHeaders();
    const response = await route.fetch({
      url,
      headers: { ...headers, origin: siteUrl, referer: `${siteUrl}/` },
    });
    await route.fulfill({ response });
  });
}
