/**
 * For the pages of another site that lead to a form: keeps an ad's click in that site's own storage and adds it to
 * the links to the form. `data-form` names the slugs, `data-days` says how long; without the script's tag it is any
 * form's.
 */

import { CLICK_DAYS, CLICK_DAYS_MAX } from "#app/lib/click-days.ts";
import { DAY } from "#app/lib/dates.ts";
import { handOver, mergeClick, toHanded } from "./handed-parameters.ts";
import { keepClick, readKeptClick } from "./kept-click.ts";
import { findOwnTag } from "./script-tag.ts";

/** `t` leads to the form's chat in Telegram. */
const FORM = /^https?:\/\/[^/]+\/(optin|t)\/[a-z0-9-]+$/;

function keepAndHandOn(tag: HTMLScriptElement | undefined): void {
  const { form = "", days } = tag?.dataset ?? {};
  const site = tag && new URL(tag.src).origin;
  const addresses =
    tag && form.split(/\s+/).flatMap((slug) => [`${site}/optin/${slug}`, `${site}/t/${slug}`]);
  const isForm = (address: string) => addresses?.includes(address) ?? FORM.test(address);
  const now = Date.now();
  const until = now + Math.min(Number(days) || CLICK_DAYS, CLICK_DAYS_MAX) * DAY;
  const click = mergeClick(readKeptClick(), location.search, { now, until });
  keepClick(click);
  const handed = toHanded(click, location.search);

  const addTo = (event: Event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (link && isForm(link.origin + link.pathname)) link.href = handOver(link.href, handed);
  };
  // Before the browser follows it, here or in another tab.
  for (const type of ["click", "auxclick", "contextmenu"]) addEventListener(type, addTo, true);
}

keepAndHandOn(findOwnTag("/click.js", "script[data-form]"));
