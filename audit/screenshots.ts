import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { browserOptions } from "../tests/e2e/support/browser.ts";
import { dailyFile, startBank } from "../tests/servers/bank.ts";

const OUT = fileURLToPath(new URL("../app/components/site/screenshots", import.meta.url));
const DEMO = fileURLToPath(new URL("../build/commands/demo.js", import.meta.url));
const THEMES = ["dark", "light"] as const;
/** Sharp on a phone and on most screens, and still small. */
const PIXEL_RATIO = 1.5;
const QUALITY = 72;

/** Takes the pictures of the landing page from the demo, in both themes. */
async function main(): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), "attesto-screenshots-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // Today's rates: without any the pages say that theirs are old.
  const bank = await startBank();
  bank.answer((response) => response.end(dailyFile(new Date().toISOString().slice(0, 10))));
  const demo = spawn(process.execPath, [DEMO], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: directory,
      ECB_RATES_URL: bank.url,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await chromium.launch(browserOptions().launchOptions);
  try {
    for await (const text of demo.stdout.setEncoding("utf8")) if (text.includes("/login")) break;
    mkdirSync(OUT, { recursive: true });
    for (const theme of THEMES) await takeBoth(browser, url, theme);
  } finally {
    await browser.close();
    const ended = once(demo, "exit");
    demo.kill("SIGTERM");
    await ended;
    await bank.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function takeBoth(browser: Browser, url: string, theme: (typeof THEMES)[number]): Promise<void> {
  const open = (width: number, height: number) =>
    browser.newContext({
      baseURL: url,
      viewport: { width, height },
      deviceScaleFactor: PIXEL_RATIO,
      colorScheme: theme,
      locale: "en-US",
    });
  const desk = await open(1280, 800);
  await desk.request.post("/login", {
    form: {
      intent: "sign-in",
      usernameOrEmail: "demo@attesto.example",
      password: "verify-what-is-true",
    },
    headers: { referer: `${url}/login` },
  });
  await desk.request.post("/theme", {
    form: { intent: "theme", theme, returnTo: "/" },
    headers: { referer: url },
  });
  const claims = await desk.newPage();
  await claims.goto("/dashboard/submissions?status=pending");
  while (await claims.getByText("Exchange rates from").count()) await claims.reload();
  await claims.locator("[data-claim]").nth(1).click();
  await claims.getByRole("heading", { name: "History" }).waitFor();
  await claims.mouse.move(0, 0);
  await save(claims, `claims-${theme}`);
  await claims.goto("/dashboard/statements");
  await claims.getByRole("button", { name: "Use this file" }).first().click();
  await claims.getByRole("button", { name: /^Verify \d+ claims/ }).waitFor({ timeout: 60_000 });
  await claims.mouse.move(0, 0);
  await save(claims, `statement-${theme}`);
  await claims.goto("/dashboard/analytics/money");
  await save(claims, `money-${theme}`);
  await desk.close();

  const phone = await open(390, 800);
  const form = await phone.newPage();
  await form.goto("/optin/demo");
  await save(form, `form-${theme}`);
  await phone.close();
}

async function save(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: "disabled", caret: "hide" });
  const { size } = await sharp(png)
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(path.join(OUT, `${name}.webp`));
  console.log(`${name}.webp ${Math.round(size / 1000)} KB`);
}

/** The demo takes this one and the next. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}

await main();
