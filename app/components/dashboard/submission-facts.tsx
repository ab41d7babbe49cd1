import type { KeyValue } from "#app/components/ui/key-values.tsx";
import { Money } from "#app/components/ui/money.tsx";
import { moment } from "#app/lib/moments.ts";
import type { SubmissionAnswer } from "#app/schemas/submissions.ts";
import type { View } from "./submission-state.ts";

/** What is known of a submission; a fact that is missing has no line. */
export function factsOf(submission: SubmissionAnswer, { now, timeZone }: View): KeyValue[] {
  const { amount, currency, platform, reference, phone } = submission.formData;
  const { correction, attribution } = submission;
  const facts: (KeyValue | null)[] = [
    amount && currency
      ? {
          label: "Amount",
          value: (
            <b className="strong">
              <Money amount={amount} currency={currency} />
            </b>
          ),
        }
      : { label: "Amount", value: <span className="meta">not stated</span> },
    correction && {
      label: "Corrected to",
      value: (
        <>
          <Money amount={correction.amount} currency={correction.currency} />{" "}
          <span className="meta">{moment({ at: correction.at, timeZone, now })}, not sent again</span>
        </>
      ),
    },
    { label: "Platform", value: platform.name },
    reference ? { label: "Account no.", value: reference } : null,
    { label: "Phone", value: phone },
    attribution.source
      ? {
          label: "Came from",
          value: [attribution.source, attribution.utm.campaign].filter(Boolean).join(", "),
        }
      : null,
    { label: "Consent", value: <q>{attribution.consentText}</q> },
    { label: "Id", value: <span className="code">{submission._id}</span> },
  ];
  return facts.filter((fact) => fact !== null);
}
