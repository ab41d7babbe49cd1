import clsx from "clsx";
import type { KeyValue } from "#app/components/ui/key-values.tsx";
import text from "#app/components/ui/text.module.css";
import {
  EVIDENCE_GROUPS,
  type EvidenceGroup,
  type EvidenceKind,
  type EvidenceSource,
} from "#app/lib/evidence.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { displayMoney, displayMoneyIn } from "#app/lib/money.ts";
import type { EvidencePieceResponse } from "#app/schemas/evidence.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import type { View } from "./submission-state.ts";

const sources: Record<EvidenceSource, (broker: string) => string> = {
  statement: () => "Statement",
  postback: () => "Postback",
  api: (broker) => `${broker}, asked`,
};

const KINDS: Record<EvidenceKind, string> = {
  registration: "registration",
  kyc: "identity check",
  deposit: "deposit",
  first_deposit: "first deposit",
  sum: "total",
  trading: "trading",
  qualification: "qualification",
  commission: "commission",
  withdrawal: "withdrawal",
  reversal: "money taken back",
};

const GROUPS: Record<EvidenceGroup, string> = {
  certain: "Certain",
  likely: "Likely",
  contradicted: "Contradicts the claim",
  unmatched: "Of another client",
};

/**
 * What brokers say of a claim, the surest first, apart from the statement that decided it: that has its own
 * line.
 */
export function toEvidenceDetails(
  { evidences = [], formData }: SubmissionResponse,
  view: View,
): KeyValue | null {
  const shown = EVIDENCE_GROUPS.flatMap((group) =>
    evidences.filter(
      ({ source, decides, group: own }) => own === group && (source !== "statement" || !decides),
    ),
  );
  if (shown.length === 0) return null;
  const texts = new Set<string>();
  return {
    label: "Broker says",
    value: shown.map((one) => (
      <div key={one.id}>
        {describePiece(one, formData.platform.name, view)}
        {one.reasons.filter(isNew(texts)).map((reason) => (
          <span key={reason.text} className={clsx(text.small, text.block)}>
            {displayMoneyIn(reason.text)}
          </span>
        ))}
      </div>
    )),
  };
}

/** Sources that agree give the same reasons: each is said once. */
const isNew =
  (texts: Set<string>) =>
  ({ text: one }: { text: string }): boolean =>
    !texts.has(one) && texts.add(one) !== undefined;

/** "a postback at 14:02 and the broker’s answer at 14:03"; empty for none. */
export const listSources = (pieces: readonly EvidencePieceResponse[], view: View): string =>
  new Intl.ListFormat("en-GB").format(
    pieces.map(({ source, receivedAt }) => {
      const when = formatDateTime({ at: receivedAt, ...view });
      return source === "postback" ? `a postback at ${when}` : `the broker’s answer at ${when}`;
    }),
  );

/** "Bybit, asked at 14:02: deposit of 250.00 €. Certain, and decided it." */
function describePiece(
  { source, kind, group, amount, currency, receivedAt, decides }: EvidencePieceResponse,
  broker: string,
  view: View,
): string {
  const money = amount && currency ? ` of ${displayMoney(amount, currency)}` : "";
  const when = formatDateTime({ at: receivedAt, ...view });
  return `${sources[source](broker)} at ${when}: ${KINDS[kind]}${money}. ${GROUPS[group]}${decides ? ", and the decision rests on it" : ""}.`;
}
