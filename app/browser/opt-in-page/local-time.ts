import { formatMoment } from "#app/lib/moments.ts";

/** `November 20, 2026, 18:14`, in the page's language and the browser's time zone. */
export const toLocalTime = (moment: Date): string => formatMoment(moment, document.documentElement.lang);
