import type { SkipReason } from "#app/lib/domain.ts";
import type { ExpectedDelivery } from "#app/schemas/ad-platforms.ts";

/** What marking it verified sends, as sentences. */
export function decisionConsequence(destinations: ExpectedDelivery[], hasAmount: boolean): string {
  if (destinations.length === 0) return "No ad platform is connected, so nothing is sent.";
  if (destinations.some(({ skipReason }) => skipReason === "not_shared"))
    return "The visitor ended the sharing with ad platforms, so nothing is sent.";
  const named = (state: ExpectedDelivery["state"]) =>
    destinations.filter((one) => one.state === state).map(({ platformName }) => platformName);
  const isSkipped = ({ state, withoutAmount }: ExpectedDelivery) =>
    state === "queued" && !hasAmount && withoutAmount === "skipped";
  const sent = destinations.filter((one) => one.state === "queued" && !isSkipped(one));
  const [late, parked] = [named("expired"), named("parked")];
  const skippedBy = (reason: SkipReason) =>
    destinations.filter(({ skipReason }) => skipReason === reason).map(({ platformName }) => platformName);
  const [off, uncovered] = [skippedBy("switched_off"), skippedBy("consent")];
  const sentNames = sent.map(({ platformName }) => platformName);
  return [
    sentNames.length > 0 && `Marking it verified sends it to ${listed(sentNames)} right away.`,
    late.length > 0 &&
      `It is too late for ${listed(late)}: nothing is sent${sentNames.length > 0 ? " there" : ""}.`,
    parked.length > 0 && `${listed(parked)} gets it once you reconnect.`,
    uncovered.length > 0 &&
      `The consent that the visitor gave does not allow ${listed(uncovered)}: nothing is sent there.`,
    off.length > 0 && `The form's settings send nothing to ${listed(off)}.`,
    ...(hasAmount ? [] : destinations.filter(({ state }) => state === "queued").map(withoutAmountText)),
  ]
    .filter(Boolean)
    .join(" ");
}

function withoutAmountText({ platformName, withoutAmount }: ExpectedDelivery): string | null {
  if (withoutAmount === null) return null;
  return withoutAmount === "skipped"
    ? `No amount: nothing goes to ${platformName}, as the form's settings say.`
    : `No amount: goes as ${withoutAmount.sentAs}.`;
}

const listed = (names: string[]) => new Intl.ListFormat("en-US").format(names);
