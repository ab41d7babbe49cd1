import type { BuiltEvent } from "#app/services/ad-platforms/ad-platform.ts";
import { hashText, normalizeEmailForHash } from "#app/services/ad-platforms/shared/identifiers.ts";

/** An event without a person, to be checked and not stored. */
export const sampleEvent = (now: Date): BuiltEvent["body"] => ({
  event_name: "PAGE_VIEW",
  event_time: Math.floor(now.getTime() / 1000),
  action_source: "WEB",
  event_source_url: "https://example.com/",
  user_data: { em: [hashText("person@example.com", normalizeEmailForHash)] },
});
