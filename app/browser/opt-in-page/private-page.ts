/** The private page: its times in the browser's zone. Without it they are in UTC and say so. */

import { toLocalTime } from "./local-time.ts";

for (const time of document.querySelectorAll("time")) time.textContent = toLocalTime(new Date(time.dateTime));
