/**
 * For pages of another site: shows the form that a link with `data-attesto` leads to in place of the link
 * (`inline`), in a dialog (`popup`), or over the whole page (`page`). It hands the page's click ids, campaign and
 * ad cookies to the form in the address of its frame, and to nobody else.
 */

import { isTrackingRefused } from "#app/browser/shared/tracking.ts";
import { RELOAD_PARAMETER } from "#app/lib/ad-platforms.ts";
import { THEME_PARAMETER } from "#app/lib/form-theme.ts";
import { handOver, mergeClick, readAdCookies, toHanded } from "./handed-parameters.ts";
import { readKeptClick } from "./kept-click.ts";
import { findOwnTag, toUrl } from "./script-tag.ts";

declare global {
  interface Window {
    /** `refresh()` finds links that a script has added to the page. */
    attesto?: { refresh(): void };
  }
}

const LINKS = "a[data-attesto]";
const HEIGHT_MIN = 200;
const HEIGHT_MAX = 6000;
/** A form says its height while it loads. One that is closed, or may not be shown here, says nothing. */
const HEIGHT_WITHIN_MS = 2000;
/** In pixels below the screen: no browser loads a lazy frame that is farther away. */
const LAZY_WITHIN = 3000;

/** Those of our site; without a tag of this script, those that lead to a form of the site that they name. */
function start(tag: HTMLScriptElement | undefined): () => void {
  const origin = tag && new URL(tag.src).origin;
  const isOurs = (url: URL | HTMLAnchorElement) =>
    origin === undefined ? url.pathname.startsWith("/optin/") : url.origin === origin;
  const click = mergeClick(readKeptClick(), location.search, {
    now: Date.now(),
    until: Number.POSITIVE_INFINITY,
  });
  const handed = toHanded(click, location.search);
  const withClick = (address: string) => handOver(address, handed);
  const withAll = (address: string) =>
    handOver(address, { ...(isTrackingRefused() ? {} : readAdCookies(document.cookie)), ...handed });

  const dialogs = new WeakMap<HTMLAnchorElement, HTMLDialogElement>();
  const shown = new WeakSet<HTMLIFrameElement>();
  const replaced = new WeakSet<HTMLAnchorElement>();

  addEventListener("message", ({ origin: from, source, data }) => {
    const frame = [...document.querySelectorAll("iframe")].find((one) => one.contentWindow === source);
    const url = toUrl(frame?.src ?? "");
    if (!frame || !url || !isOurs(url) || url.origin !== from) return;
    if (data?.type === "attesto:close") frame.closest("dialog")?.close();
    if (data?.type !== "attesto:height") return;
    shown.add(frame);
    const height = Math.min(Math.max(Number(data.height) || 0, HEIGHT_MIN), HEIGHT_MAX);
    frame.style.height = `${height}px`;
  });

  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINKS) : null;
    const isForOtherTab =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || !isOurs(link) || event.defaultPrevented || isForOtherTab) return;
    event.preventDefault();
    openDialog(link);
  });

  function createFrame(link: HTMLAnchorElement, giveUp: () => void): HTMLIFrameElement {
    const frame = document.createElement("iframe");
    frame.title = nameOf(link);
    const schemes = schemesAround(link);
    // Empty where the page has both, as the visitor's device says.
    const theme = /dark/.test(schemes) ? (/light/.test(schemes) ? "" : "dark") : "light";
    frame.src = handOver(withAll(link.href), { [THEME_PARAMETER]: theme });
    frame.addEventListener("load", () => setTimeout(() => shown.has(frame) || giveUp(), HEIGHT_WITHIN_MS), {
      once: true,
    });
    return style(frame, { display: "block", width: "100%", height: "600px", border: "0" });
  }

  function showInline(link: HTMLAnchorElement): void {
    if (replaced.has(link)) return;
    replaced.add(link);
    const frame = createFrame(link, () => {
      frame.remove();
      link.style.display = "";
    });
    frame.loading = "lazy";
    link.style.display = "none";
    link.after(frame);
  }

  function openDialog(link: HTMLAnchorElement): void {
    let dialog = dialogs.get(link);
    if (!dialog) {
      const created = createDialog(
        link,
        createFrame(link, () => {
          if (created.open) return location.assign(withClick(link.href));
          created.remove();
          dialogs.delete(link);
        }),
      );
      dialog = created;
      dialogs.set(link, dialog);
    }
    dialog.showModal();
    document.documentElement.style.overflow = "hidden";
  }

  /** Also what an earlier version put on pages: frames without a link, which start to load before this script. */
  function refresh(): void {
    for (const link of document.querySelectorAll<HTMLAnchorElement>(LINKS)) {
      if (!isOurs(link)) continue;
      link.href = withClick(link.href);
      if (link.dataset.attesto !== "inline") link.setAttribute("aria-haspopup", "dialog");
      else showInline(link);
    }
  }

  // Of a page that is loaded, the visitor may have begun to fill in the form.
  if (document.readyState !== "complete") {
    for (const frame of document.querySelectorAll("iframe")) {
      const url = toUrl(frame.src);
      if (!url?.pathname.startsWith("/optin/") || !isOurs(url)) continue;
      const address = withAll(frame.src);
      if (address === frame.src) continue;
      if (frame.loading === "lazy" && frame.getBoundingClientRect().top > innerHeight + LAZY_WITHIN) {
        frame.src = address;
        continue;
      }
      // Unlike a new `src`, this adds no step to the page's history.
      const reload = () =>
        frame.contentWindow?.location.replace(handOver(address, { [RELOAD_PARAMETER]: "1" }));
      // A page of another origin cannot be seen. Before it has come, the server may not have counted it.
      if (frame.contentDocument === null) reload();
      else frame.addEventListener("load", reload, { once: true });
    }
  }
  refresh();
  addEventListener("DOMContentLoaded", refresh);
  return refresh;
}

/** The color schemes of the link's place. A page that names none is light. */
const schemesAround = (link: Element) => getComputedStyle(link).colorScheme;

const nameOf = (link: HTMLAnchorElement) => link.textContent.trim();

/** The policy of a page may forbid style attributes and elements, but not this. */
function style<Node extends HTMLElement>(node: Node, styles: Partial<CSSStyleDeclaration>): Node {
  Object.assign(node.style, styles);
  return node;
}

/** What is typed in the form stays while it is closed. Escape closes it, and the page behind takes no focus. */
function createDialog(link: HTMLAnchorElement, frame: HTMLIFrameElement): HTMLDialogElement {
  const isPage = link.dataset.attesto === "page";
  const dialog = style(document.createElement("dialog"), {
    padding: "0",
    border: "0",
    // As the form's page. Where the browser does not know it, a dialog has the color of the system.
    background: "light-dark(#f4f4f1, #13110e)",
    color: "CanvasText",
    colorScheme: schemesAround(link),
    overflow: "hidden",
    ...(isPage
      ? { width: "100%", height: "100%", maxWidth: "100%", maxHeight: "100%" }
      : {
          width: "540px",
          maxWidth: "94%",
          borderRadius: "14px",
          boxShadow: "0 0 0 100vmax #0009",
        }),
  });
  dialog.setAttribute("aria-label", nameOf(link));
  const close = style(document.createElement("button"), {
    marginInlineStart: "auto",
    width: "44px",
    height: "44px",
    border: "0",
    background: "none",
    color: "inherit",
    font: "24px/1 sans-serif",
    cursor: "pointer",
  });
  close.type = "button";
  close.textContent = "×";
  close.setAttribute("aria-label", link.dataset.close ?? "Close");
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    document.documentElement.style.overflow = "";
  });
  const content = style(document.createElement("div"), {
    display: "flex",
    flexDirection: "column",
    height: "100%",
  });
  style(frame, isPage ? { flex: "1", minHeight: "0" } : { maxHeight: "80vh" });
  content.append(close, frame);
  dialog.append(content);
  document.body.append(dialog);
  return dialog;
}

// An element of the page may have this id, and is then what the window has under the name.
if (typeof window.attesto?.refresh === "function") window.attesto.refresh();
else window.attesto = { refresh: start(findOwnTag("/embed.js")) };
