import type { Page } from "@playwright/test";
import { COLOUR_RULES, findViolations, pixelsBeyond, showTheme, THEMES } from "../tests/e2e/support/axe.ts";
import { findInvalidHtml } from "../tests/e2e/support/html.ts";
import { type Check, noFaults } from "./check.ts";
import type { AuditedPage } from "./pages.ts";

const WIDTHS = [390, 1280];
/** 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };

/** How long a page of the dashboard may be at each width, in pixels. */
const LONGEST: Record<number, number> = { 390: 3_600, 1280: 2_200 };
/** A list of what its owner has, fifty a page. */
const OWN_LIST = "/dashboard/spend/rows";

type Faults = Record<"axe" | "html" | "long" | "narrow" | "zoomed" | "forced", string[]>;

/** What each page is for people with other eyes, hands and screens. */
export async function checkPages(pages: AuditedPage[]): Promise<Check[]> {
  const faults: Faults = { axe: [], html: [], long: [], narrow: [], zoomed: [], forced: [] };
  for (const { path, visitor } of pages) {
    const page = await visitor.context.newPage();
    const html = await findInvalidHtml(await page.goto(path, { waitUntil: "load" }));
    const isLimited = path.startsWith("/dashboard") && path !== OWN_LIST;
    const long = isLimited ? await findTooLong(page) : [];
    for (const [kind, found] of Object.entries({ html, long, ...(await lookAt(page)) }))
      faults[kind as keyof Faults].push(...found.map((fault) => `${path}: ${fault}`));
    await page.close();
  }
  const of = `, ${pages.length} pages`;
  return [
    noFaults(`HTML that is not valid${of}`, faults.html),
    noFaults(`axe, dark and light, ${WIDTHS.join(" and ")} px${of}`, faults.axe),
    noFaults(`pages of the dashboard that are too long${of}`, faults.long),
    noFaults(`sideways scrolling at 320 px${of}`, faults.narrow),
    noFaults(`sideways scrolling or covered at 400 %${of}`, faults.zoomed),
    noFaults(`controls without an edge in forced colors${of}`, faults.forced),
  ];
}

async function findTooLong(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const longest = LONGEST[width] ?? 0;
    if (height > longest) faults.push(`${width} px: ${height} px long, at most ${longest}`);
  }
  return faults;
}

async function lookAt(page: Page): Promise<Omit<Faults, "html" | "long">> {
  const axe: string[] = [];
  for (const theme of THEMES) {
    await showTheme(page, theme);
    const rules = theme === "dark" ? undefined : COLOUR_RULES;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      const violations = await findViolations(page, "html", rules);
      axe.push(...violations.map((fault) => `${theme}, ${width} px: ${fault}`));
    }
  }
  await page.setViewportSize({ width: 320, height: 844 });
  const narrow = await beyond(page);
  await page.setViewportSize(ZOOMED);
  const zoomed = [...(await beyond(page)), ...(await findCovering(page))];
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize({ width: 1280, height: 844 });
  const forced = await findEdgeless(page);
  return { axe, narrow, zoomed, forced };
}

async function beyond(page: Page): Promise<string[]> {
  const pixels = await pixelsBeyond(page);
  return pixels > 0 ? [`${pixels} px beyond the edge`] : [];
}

/** What stays on the screen while the page scrolls may take half of its height. */
const findCovering = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        // The content of a closed menu has a size too.
        if (!element.checkVisibility()) return false;
        const { position, visibility, pointerEvents } = getComputedStyle(element);
        if (!/fixed|sticky/.test(position) || visibility === "hidden" || pointerEvents === "none")
          return false;
        const { height, width } = element.getBoundingClientRect();
        return width > innerWidth / 2 && height > innerHeight / 2;
      })
      .map((element) => `covered by ${element.outerHTML.slice(0, 120)}`),
  );

/** Forced colors take the ground of a control away: without an edge nobody sees that it is one. */
const findEdgeless = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("button, select, textarea, input:not([type=hidden])")]
      .filter((element) => {
        const { width, height, right } = element.getBoundingClientRect();
        const { borderTopWidth, borderTopStyle, appearance, opacity } = getComputedStyle(element);
        const isShown =
          element.checkVisibility({ visibilityProperty: true }) && width > 2 && height > 2 && right > 0;
        if (!isShown || opacity === "0") return false;
        // The edge of a file's field is its button's.
        const isNative =
          element.matches("[type=file]") ||
          (appearance !== "none" && element.matches("[type=checkbox], [type=radio], [type=range]"));
        const isText = element.matches("button") && getComputedStyle(element).textDecorationLine !== "none";
        return !isNative && !isText && (Number.parseFloat(borderTopWidth) < 1 || borderTopStyle === "none");
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  );
