import { formatMoment } from "#app/lib/moments.ts";

/** `November 20, 2026, 18:14`, in the page's language, and the browser's region and time zone. */
export function toLocalTime(moment: Date): string {
  const { lang } = document.documentElement;
  const [primary] = lang.split("-");
  // The browser's region writes dates in its own way.
  const own = navigator.languages.find((one) => one.split("-")[0] === primary && one !== primary);
  return formatMoment(moment, own ?? lang);
}
