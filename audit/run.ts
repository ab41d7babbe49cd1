import { chromium } from "@playwright/test";
import { browserOptions } from "../tests/e2e/support/browser.ts";
import { printTable } from "./check.ts";
import { checkLinks } from "./dead-links.ts";
import { checkLanguages } from "./languages.ts";
import { checkLighthouse } from "./lighthouse.ts";
import { findPages } from "./pages.ts";
import { checkScriptBytes } from "./script-bytes.ts";
import { startSite } from "./site.ts";
import { checkPages } from "./usable.ts";
import { getCookie, meetVisitors } from "./visitors.ts";

/** `npm run audit`: every page over https, judged from outside. `-- --quick` leaves Lighthouse out. */
const isQuick = process.argv.includes("--quick");

const site = await startSite();
const browser = await chromium.launch(browserOptions().launchOptions);
try {
  const visitors = await meetVisitors(browser, site.url);
  const [stranger, owner] = visitors;
  if (!stranger || !owner) throw new Error("Nobody came.");
  const pages = await findPages(visitors);
  const checks = [
    ...(await checkScriptBytes(stranger, owner)),
    ...(await checkPages(pages)),
    await checkLinks(pages),
    ...(await checkLanguages(browser, site.url)),
    ...(isQuick ? [] : await checkLighthouse(site.url, await getCookie(owner))),
  ];
  printTable(checks);
  process.exitCode = checks.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await browser.close();
  await site.stop();
}
