import { test as base, type ConsoleMessage, expect, type Page, type Response } from "@playwright/test";
import type { User } from "#app/models/index.server.ts";
import { signInAs } from "../../factories/index.ts";
import { InboxPage } from "../pages/inbox-page.ts";
import { OptInPage } from "../pages/opt-in-page.ts";
import { SignInPage } from "../pages/sign-in-page.ts";

type Fixtures = {
  siteUrl: string;
  /** Console lines that this test brings about on purpose. */
  foreseen: RegExp[];
  /** Fails the test when its page writes an error, throws, breaks its policy or asks another origin for anything. */
  calm: undefined;
  optIn: OptInPage;
  signInPage: SignInPage;
  inbox: InboxPage;
  /** Gives the browser the owner's session without the form. */
  signedInAs: (owner: User) => Promise<void>;
  hasScript: boolean;
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  siteUrl: async ({}, use) => use(process.env.PUBLIC_URL ?? ""),
  baseURL: async ({ siteUrl }, use) => use(siteUrl),
  hasScript: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  foreseen: [[], { option: true }],
  page: async ({ page, hasScript }, use) => {
    const goto = page.goto.bind(page);
    const reload = page.reload.bind(page);
    page.goto = async (...args) => settled(page, hasScript, await goto(...args));
    page.reload = async (...args) => settled(page, hasScript, await reload(...args));
    await use(page);
  },
  calm: [
    async ({ page, siteUrl, foreseen }, use) => {
      const troubles = watch(page, siteUrl);
      await use(undefined);
      expect(troubles.filter((trouble) => !foreseen.some((pattern) => pattern.test(trouble)))).toEqual([]);
    },
    { auto: true },
  ],
  optIn: async ({ page }, use) => use(new OptInPage(page)),
  signInPage: async ({ page }, use) => use(new SignInPage(page)),
  inbox: async ({ page }, use) => use(new InboxPage(page)),
  signedInAs: async ({ context, siteUrl }, use) => {
    await use(async (owner) => {
      const { cookie } = await signInAs(owner);
      const [name = "", value = ""] = cookie.split("=");
      await context.addCookies([{ name, value, url: siteUrl, httpOnly: true, sameSite: "Lax" }]);
    });
  },
});

export { expect };

/**
 * Waits until React has taken over a page that it hydrates. Whoever is faster is served by links and forms,
 * but React 18 may then throw "Root did not complete" while it catches up.
 */
async function settled(page: Page, hasScript: boolean, response: Response | null): Promise<Response | null> {
  if (hasScript) {
    await page.waitForFunction(() => {
      const last = document.querySelector("body > [role=status]");
      return last === null || Object.keys(last).some((key) => key.startsWith("__react"));
    });
  }
  return response;
}

function watch(page: Page, siteUrl: string): string[] {
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(`thrown: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !isKnown(message)) troubles.push(`console: ${message.text()}`);
  });
  page.on("response", (response) => {
    if (isUnforeseen(response)) troubles.push(`${response.status()} from ${response.url()}`);
  });
  page.on("request", (request) => {
    const url = request.url().replace(/^blob:/, "");
    if (!url.startsWith(`${siteUrl}/`) && !url.startsWith("data:")) troubles.push(`another origin: ${url}`);
  });
  return troubles;
}

/** The browser writes every 4xx to the console; which of them are wrong is for `isUnforeseen` to say. */
function isKnown(message: ConsoleMessage): boolean {
  const isStatus = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
    message.text(),
  );
  return isStatus && !/\.(?:ico|svg|js|css|woff2)$/.test(message.location().url);
}

/** A document or a call may be refused; a file that a page asks for may not be missing, and nothing may fail. */
function isUnforeseen(response: Response): boolean {
  if (response.status() < 400) return false;
  return response.status() >= 500 || !["document", "fetch"].includes(response.request().resourceType());
}
