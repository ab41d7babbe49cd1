import { isTrackingRefused } from "#app/browser/shared/tracking.ts";
import type { LinkColumn } from "#app/lib/ad-platforms.ts";
import { getKeys } from "#app/lib/objects.ts";
import type { KeptClick } from "./handed-parameters.ts";

const CLICK = "attesto_click";
/** In characters: six click ids and a campaign of the greatest length take less. */
const CLICK_MAX = 8_192;

/** The click that `click.js` has kept in this site's storage. */
export function readKeptClick(): KeptClick {
  if (isTrackingRefused()) return {};
  const kept: KeptClick = {};
  try {
    const text = localStorage.getItem(CLICK) ?? "";
    const stored: Record<LinkColumn, unknown> =
      (text.length > CLICK_MAX ? null : JSON.parse(text || "null")) ?? {};
    for (const column of getKeys(stored)) {
      const [value, until]: unknown[] = Array.isArray(stored[column]) ? stored[column] : [];
      if (typeof value === "string" && typeof until === "number") kept[column] = [value, until];
    }
  } catch {
    // Blocked, or written by something else: nothing is kept.
  }
  return kept;
}

/** Forgets the earlier one where the browser asks not to be followed. */
export function keepClick(click: KeptClick): void {
  try {
    if (isTrackingRefused() || Object.keys(click).length === 0) localStorage.removeItem(CLICK);
    else localStorage.setItem(CLICK, JSON.stringify(click));
  } catch {
    // Storage is blocked or full: only this page can pass the click to the form.
  }
}
