import type { Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];
/** The rules whose outcome a theme can change. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

export const THEMES = ["dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

/** Shows the page in a theme, whatever its cookie says; the opt-in page follows the device. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.evaluate((name) => {
    if (document.documentElement.className) document.documentElement.className = name;
  }, theme);
}

/**
 * By all rules or some of them. Without AxeBuilder, which reads the program into the page and opens a second page
 * for each analysis.
 */
export async function findViolations(page: Page, within: string, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const runOnly: axe.RunOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: TAGS };
  const { violations } = await page.evaluate(([selector, options]) => window.axe.run(selector, options), [
    within,
    { runOnly, resultTypes: ["violations"] } satisfies axe.RunOptions,
  ] as const);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** How many pixels of the page are beyond its right edge. */
export const pixelsBeyond = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
