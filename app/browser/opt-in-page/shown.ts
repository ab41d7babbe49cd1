/** On a page that was fetched ahead: says when it is shown. Without script its picture does. */

declare global {
  interface Document {
    prerendering?: boolean;
  }
}

const say = () =>
  fetch(`${location.pathname.replace(/\/$/, "")}/shown${location.search}`, { keepalive: true });

const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
// Who goes back to it has seen it before.
if (document.prerendering) document.addEventListener("prerenderingchange", say, { once: true });
else if (entry?.type !== "back_forward") say();

export {};
