/**
 * For the pages of another site that lead to a form: keeps an ad's click in that site's own storage and adds it to
 * the links to the form. `data-form` names the slugs, `data-days` says how long.
 */

import { CLICK_DAYS, CLICK_DAYS_MAX } from "#app/lib/click-days.ts";
import { DAY } from "#app/lib/dates.ts";
import { handOver, mergeClick, toHanded } from "./handed-parameters.ts";
import { keepClick, readKeptClick } from "./kept-click.ts";

function keepAndHandOn(script: HTMLScriptElement): void {
  const { origin } = new URL(script.src);
  const { form = "", days } = script.dataset;
  const addresses = form.split(/\s+/).map((slug) => `${origin}/optin/${slug}`);
  const now = Date.now();
  const until = now + Math.min(Number(days) || CLICK_DAYS, CLICK_DAYS_MAX) * DAY;
  const click = mergeClick(readKeptClick(), location.search, { now, until });
  keepClick(click);
  const handed = toHanded(click, location.search);

  const addTo = (event: Event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (link && addresses.includes(link.origin + link.pathname)) link.href = handOver(link.href, handed);
  };
  // Before the browser follows it, here or in another tab.
  for (const type of ["click", "auxclick", "contextmenu"]) addEventListener(type, addTo, true);
}

keepAndHandOn(document.currentScript as HTMLScriptElement);
