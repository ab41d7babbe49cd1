import type { EventWithoutAmount } from "#app/schemas/ad-platforms.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import type { View } from "./submission-state.ts";

/** What marking it verified sends, as a sentence. */
export function decisionConsequence(
  { sendBefore }: SubmissionResponse,
  { now }: View,
  platforms: string[],
  changed: EventWithoutAmount[],
): string {
  if (platforms.length === 0) return "No ad platform is connected, so nothing is sent.";
  if (sendBefore !== null && sendBefore <= now)
    return `It is too late for ${listed(platforms)}: nothing is sent.`;
  const skipped = changed.filter(({ sentAs }) => sentAs === null).map(({ platformName }) => platformName);
  const sent = platforms.filter((name) => !skipped.includes(name));
  return [
    ...(sent.length > 0 ? [`Marking it verified sends it to ${listed(sent)} right away.`] : []),
    ...changed.map(({ platformName, sentAs }) =>
      sentAs === null
        ? `No amount: nothing goes to ${platformName}, as the form's settings say.`
        : `No amount: goes as ${sentAs}.`,
    ),
  ].join(" ");
}

const listed = (names: string[]) => new Intl.ListFormat("en-US").format(names);
