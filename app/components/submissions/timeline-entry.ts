import type { Drawing } from "#app/components/ui/icon.tsx";
import type { TimelineDotKind } from "#app/components/ui/timeline.tsx";
import { clockTimeToTheSecond, day, formatDateTime } from "#app/lib/format-date.ts";
import type { View } from "./submission-state.ts";

export type TimelineEntry = {
  key: string;
  kind: TimelineDotKind;
  icon: Drawing;
  title: string;
  detail: string | null;
  remedy?: string | null;
  /** The platform's own words or its trace id, quoted below ours. */
  code: string[];
};

/** "November 20, 08:15:02" */
export function exactTime(at: string, { now, timeZone }: View): string {
  return `${day({ at, timeZone, now })}, ${clockTimeToTheSecond({ at, timeZone })}`;
}

/** "today at 16:04", "on November 27 at 08:15" */
export function closingTime(at: string, timeZone: string, now: string): string {
  const text = formatDateTime({ at, timeZone, now });
  return text.includes(" at ") ? `on ${text}` : `today at ${text}`;
}
