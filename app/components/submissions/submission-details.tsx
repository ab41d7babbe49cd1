import { Link } from "@remix-run/react";
import clsx from "clsx";
import Decimal from "decimal.js-light";
import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import { NoRate } from "#app/components/exchange-rates/no-rate.tsx";
import type { KeyValue } from "#app/components/ui/key-values.tsx";
import text from "#app/components/ui/text.module.css";
import { tierLabel } from "#app/lib/commission.ts";
import { decisionReasonTexts } from "#app/lib/domain.ts";
import { dayInYear, formatDateTime } from "#app/lib/format-date.ts";
import { englishNameOf, FIRST_LANGUAGE } from "#app/lib/languages.ts";
import { displayMoney } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import type { CommissionResponse, SubmissionResponse } from "#app/schemas/submissions.ts";
import { isUnlikely } from "./claim-amount.tsx";
import { Copied } from "./copied.tsx";
import { toEvidenceDetails } from "./evidence-details.tsx";
import { toStatementDetails } from "./statement-details.tsx";
import type { View } from "./submission-state.ts";
import { toWorthDetails } from "./worth-details.tsx";

/** A submission's facts; missing ones have no line. */
export function toDetails(
  submission: SubmissionResponse,
  phoneText: string,
  view: View,
  { isSample, formName }: { isSample: boolean; formName: string | null },
): KeyValue[] {
  const { now, timeZone } = view;
  const { amount, currency, platform, reference, phone } = submission.formData;
  const { correction, commission, attribution, reason, note, decidedBy } = submission;
  const facts: (KeyValue | null)[] = [
    amount && currency
      ? {
          label: "Amount",
          value: (
            <>
              <b className={text.strong}>
                <MoneyText amount={amount} currency={currency} />
              </b>
              {submission.unlikelyAmount ? (
                <span className={clsx(text.small, text.block)}>
                  {`Unlikely amount: above the limit of ${platform.name}, and confirmed when asked.`}
                  {isUnlikely(submission) ? " No sum counts it until you verify it." : null}
                </span>
              ) : null}
            </>
          ),
        }
      : { label: "Amount", value: <span className={text.small}>not stated</span> },
    submission.cameInRush
      ? {
          label: "Came in a rush",
          value: (
            <span className={text.small}>
              {"The form took more claims in that minute than you expect."}
              {isUnlikely(submission) ? " No sum counts this one until you verify it." : null}
            </span>
          ),
        }
      : null,
    correction && {
      label: Number(correction.amount) === 0 ? "Charged back" : "Corrected to",
      value: (
        <>
          {Number(correction.amount) === 0 ? null : (
            <MoneyText amount={correction.amount} currency={correction.currency} />
          )}{" "}
          <span className={text.small}>
            {formatDateTime({ at: correction.at, timeZone, now })}, not sent again
          </span>
        </>
      ),
    },
    { label: "Broker", value: platform.name },
    formName === null ? null : { label: "Form", value: <bdi>{formName}</bdi> },
    reference
      ? {
          label: "Account no.",
          value: (
            <Copied text={reference} name="Account number">
              {reference}
            </Copied>
          ),
        }
      : { label: "Account no.", value: <span className={text.small}>not stated</span> },
    submission.knownAccounts?.length
      ? { label: "Known", value: <KnownAccounts accounts={submission.knownAccounts} /> }
      : null,
    phone
      ? {
          label: "Phone",
          value: (
            <Copied text={phone} name="Phone number">
              {phoneText}
            </Copied>
          ),
        }
      : null,
    submission.erasedAt || isSample
      ? null
      : {
          label: "Person",
          value: (
            <Link to={paths.person({ search: submission.formData.email })}>Everything about this person</Link>
          ),
        },
    toEvidenceDetails(submission, view),
    attribution.source
      ? {
          label: "Came from",
          value: [attribution.source, attribution.utm.campaign].filter(Boolean).join(", "),
        }
      : null,
    ...toAdDetails(attribution),
    attribution.first
      ? {
          label: "First click",
          value: (
            <>
              {[attribution.first.source, attribution.first.utm.campaign].filter(Boolean).join(", ")}{" "}
              <span className={text.small}>
                {formatDateTime({ at: attribution.first.at, timeZone, now })}
              </span>
            </>
          ),
        }
      : null,
    commission ? { label: "Commission", value: <Commission commission={commission} /> } : null,
    ...toWorthDetails(submission),
    { label: "Consent", value: <q>{attribution.consentText}</q> },
    ...(submission.language && submission.language !== FIRST_LANGUAGE
      ? [{ label: "Language", value: englishNameOf(submission.language) }]
      : []),
    reason
      ? {
          label: "Rejected",
          value: (
            <>
              {[decisionReasonTexts[reason], submission.reasonText].filter(Boolean).join(": ")}
              {submission.showReason ? (
                <span className={clsx(text.small, text.block)}>shown to the visitor</span>
              ) : null}
            </>
          ),
        }
      : null,
    note ? { label: "Note", value: note } : null,
    decidedBy ? { label: "Decided by", value: decidedBy.name } : null,
    ...toStatementDetails(submission, view),
    {
      label: "ID",
      value: (
        <Copied text={submission._id} name="ID">
          <span className={text.code}>{submission._id}</span>
        </Copied>
      ),
    },
  ];
  return facts.filter((fact) => fact !== null);
}

const adFacts = [
  ["link", "Link"],
  ["medium", "Medium"],
  ["content", "Content"],
  ["term", "Term"],
  ["campaignId", "Campaign ID"],
  ["adSetId", "Ad set ID"],
  ["adId", "Ad ID"],
] as const;

/** What the link said of itself and its ad, each with the claims that have the same. */
const toAdDetails = (attribution: SubmissionResponse["attribution"]): KeyValue[] =>
  adFacts.flatMap(([name, label]) => {
    const value = attribution[name];
    if (value === null) return [];
    const to = paths.submissions({ status: "all", [name]: value });
    return [{ label, value: <Link to={to}>{value}</Link> }];
  });

/** The account numbers that statements have taught. */
function KnownAccounts({ accounts }: { accounts: { account: string; fileName: string }[] }) {
  return accounts.map(({ account, fileName }) => (
    <span key={account} className={text.block}>
      <Copied text={account} name="Known account number">
        Account {account}
      </Copied>
      <span className={clsx(text.small, text.block)}>known from {fileName || "the broker"}</span>
    </span>
  ));
}

/** The commission and its tier, or why nothing was earned. */
function Commission({ commission }: { commission: CommissionResponse }) {
  const { earned, tier, monthTotal, rate, rateDate, usesOwnRate, missingRate } = commission;
  if (earned && tier) {
    return (
      <>
        <MoneyText {...earned} />{" "}
        <span className={text.small}>
          <bdi>{tier.name}</bdi>, {tierLabel(tier)}
        </span>
        {rate && (rateDate || usesOwnRate) ? (
          <span className={clsx(text.small, text.block)}>
            at {shortRate(rate)} {tier.currency} ({rateDate ? `${dayInYear(rateDate)} rate` : null}
            {usesOwnRate ? (rateDate ? " and your rate" : "your rate") : null})
          </span>
        ) : null}
      </>
    );
  }
  if (missingRate)
    return (
      <span className={text.small}>
        none: <NoRate from={[missingRate.from]} to={missingRate.to} />
      </span>
    );
  const why = monthTotal
    ? `none: no tier covers a monthly total of ${displayMoney(monthTotal.amount, monthTotal.currency)}`
    : "none: the broker had no tiers";
  return <span className={text.small}>{why}</span>;
}

/** With six digits, as banks do. */
const shortRate = (rate: string) => new Decimal(rate).toSignificantDigits(6).toFixed();
