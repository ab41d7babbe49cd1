import clsx from "clsx";
import { Decimal } from "decimal.js";
import { Money } from "#app/components/exchange-rates/money.tsx";
import type { KeyValue } from "#app/components/ui/key-values.tsx";
import text from "#app/components/ui/text.module.css";
import { tierWords } from "#app/lib/commission.ts";
import { formatDateTime, shortDate } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { CommissionResponse, SubmissionResponse } from "#app/schemas/submissions.ts";
import type { View } from "./submission-state.ts";

/** What is known of a submission; a fact that is missing has no line. */
export function toDetails(submission: SubmissionResponse, { now, timeZone }: View): KeyValue[] {
  const { amount, currency, platform, reference, phone } = submission.formData;
  const { correction, commission, attribution } = submission;
  const facts: (KeyValue | null)[] = [
    amount && currency
      ? {
          label: "Amount",
          value: (
            <b className={text.strong}>
              <Money amount={amount} currency={currency} />
            </b>
          ),
        }
      : { label: "Amount", value: <span className={text.small}>not stated</span> },
    correction && {
      label: "Corrected to",
      value: (
        <>
          <Money amount={correction.amount} currency={correction.currency} />{" "}
          <span className={text.small}>
            {formatDateTime({ at: correction.at, timeZone, now })}, not sent again
          </span>
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
    commission ? { label: "Commission", value: <Commission commission={commission} /> } : null,
    { label: "Consent", value: <q>{attribution.consentText}</q> },
    { label: "Id", value: <span className={text.code}>{submission._id}</span> },
  ];
  return facts.filter((fact) => fact !== null);
}

/** What it earned, and by which tier; or why nothing. */
function Commission({ commission }: { commission: CommissionResponse }) {
  const { earned, tier, monthTotal, rate, rateDate } = commission;
  if (earned && tier) {
    return (
      <>
        <Money {...earned} />{" "}
        <span className={text.small}>
          <bdi>{tier.name}</bdi>, {tierWords(tier)}
        </span>
        {rate && rateDate ? (
          <span className={clsx(text.small, text.block)}>
            converted at {shortRate(rate)} {tier.currency}, the rate of {shortDate(rateDate)}
          </span>
        ) : null}
      </>
    );
  }
  const why = monthTotal
    ? `none: no tier held at a month's total of ${displayMoney(monthTotal.amount, monthTotal.currency)}`
    : "none: the platform had no tiers, or no exchange rate led to their currency";
  return <span className={text.small}>{why}</span>;
}

/** As banks write them: with six digits. */
const shortRate = (rate: string) => new Decimal(rate).toSignificantDigits(6).toFixed();
