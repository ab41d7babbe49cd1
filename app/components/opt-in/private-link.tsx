import { type AccountNumber, accountLabel } from "#app/lib/account-number.ts";
import { optInNouns, type SubmissionStatus } from "#app/lib/domain.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { AccountNumberForm } from "./account-form.tsx";
import { OptInCard } from "./card.tsx";
import { Seal } from "./ornaments.tsx";
import {
  ChangeNumber,
  ConfirmAnother,
  Facts,
  Moment,
  type RecordedClaim,
  THANKS_HEADING,
} from "./thanks.tsx";

type Confirmation = {
  recorded: RecordedClaim;
  /** Right after confirming: the page shows the owner's success message. */
  isNew: boolean;
  status: SubmissionStatus;
  /** Why it was rejected, if the owner lets the visitor know. */
  reason: string | null;
  withdrawnAt: string | null;
  /** The account number that the visitor has stated. */
  reference: string | null;
  /** The ad platforms that have accepted the event, by name. */
  passedOnTo: string[];
};

type Props = {
  form: Pick<
    PublicForm,
    "slug" | "logo" | "ownerName" | "action" | "title" | "allowRepeat" | "successMessage" | "redirectUrl"
  >;
  confirmation: Confirmation;
  brandName: string;
  privacyHref: string;
  /** How the broker calls its account numbers. */
  account: AccountNumber | null;
  /** What the page was told last of the account number. */
  accountReply: { isSaved: boolean; value?: string; error?: string };
  /** Asks before it withdraws. */
  isWithdrawing: boolean;
  /** The page itself, with the question before withdrawing, and the proof, a file. */
  hrefs: { own: string; withdraw: string; proof: string };
};

/** A visitor's private page: what they confirmed, what was sent on, and the button to withdraw. */
export function OptInPrivateLink({
  form,
  confirmation,
  brandName,
  privacyHref,
  account,
  accountReply,
  isWithdrawing,
  hrefs,
}: Props) {
  const { recorded, isNew, status, withdrawnAt, passedOnTo } = confirmation;
  const isWaiting = status === "pending" && withdrawnAt === null;
  const shared =
    passedOnTo.length > 0
      ? "If you withdraw, nothing more is shared. What was already shared stays there."
      : "If you withdraw, nothing is shared.";
  return (
    <OptInCard form={form} brandName={brandName} privacyHref={privacyHref}>
      <Seal of={getSeal(confirmation)} />
      <h1 className="centered">{getHeading(confirmation)}</h1>
      {isNew && form.successMessage ? (
        <p className="owner-text centered">{form.successMessage}</p>
      ) : (
        <p className="secondary centered">
          {describeState(form, confirmation)}
          {withdrawnAt !== null && (
            <>
              {" "}
              You can <a href={paths.optIn({ slug: form.slug })}>confirm again</a> with the same email.
            </>
          )}
        </p>
      )}
      {confirmation.reason && <p className="owner-text centered">Reason: {confirmation.reason}</p>}
      {accountReply.error && !isWaiting && (
        <p className="error centered" role="alert">
          {accountReply.error}
        </p>
      )}
      {accountReply.isSaved && (
        <p className="centered" role="status">
          {messages.optIn.accountSaved}
        </p>
      )}
      <Facts form={form} recorded={recorded}>
        {confirmation.reference !== null && (
          <>
            <dt>{accountLabel(account)}</dt>
            <dd>{confirmation.reference}</dd>
          </>
        )}
        <dt>Shared with</dt>
        <dd>{passedOnTo.join(", ") || (withdrawnAt === null ? "no one yet" : "no one")}</dd>
        {withdrawnAt !== null && (
          <>
            <dt>Withdrawn</dt>
            <dd>
              <Moment at={withdrawnAt} />
            </dd>
          </>
        )}
      </Facts>
      {isWaiting && !isWithdrawing && <ChangeNumber href="#withdraw" />}
      {isWaiting && !isWithdrawing && account?.field !== "no" && (
        <AccountNumberForm
          action={hrefs.own}
          account={account}
          value={accountReply.value ?? confirmation.reference ?? ""}
          error={accountReply.error}
        />
      )}
      {isNew && form.redirectUrl && (
        <a className="button" href={form.redirectUrl} target="_top">
          Continue
        </a>
      )}
      {isNew && <p className="small centered">Keep the address of this page: it is your private link.</p>}
      {isNew && form.allowRepeat && <ConfirmAnother href={paths.optIn({ slug: form.slug })} />}
      <p className="small centered">
        <a href={hrefs.proof} download>
          Download the signed proof
        </a>{" "}
        · <a href={paths.proof()}>How to check it</a>
      </p>
      {withdrawnAt === null &&
        (isWithdrawing ? (
          <WithdrawalQuestion shared={shared} keepHref={hrefs.own} />
        ) : (
          <div className="stack" id="withdraw">
            <p className="small">
              {shared} To change what you confirmed, withdraw and confirm it again: your email can be used
              again then.
            </p>
            <a className="button withdraw" href={`${hrefs.withdraw}#withdraw`}>
              Withdraw my confirmation
            </a>
          </div>
        ))}
    </OptInCard>
  );
}

/** Withdrawing is asked about once, on a page of its own. */
function WithdrawalQuestion({ shared, keepHref }: { shared: string; keepHref: string }) {
  return (
    <form method="post">
      <input type="hidden" name="intent" value="withdraw" />
      {/* The link leads to it, and so the focus. */}
      <h2 id="withdraw" tabIndex={-1}>
        Withdraw your confirmation?
      </h2>
      <p className="small">{shared} You can't undo it, but you can confirm again with the same email.</p>
      <button className="withdraw" type="submit">
        Yes, withdraw it
      </button>
      <a className="button plain" href={keepHref}>
        Keep it
      </a>
    </form>
  );
}

function getSeal({ status, withdrawnAt }: Confirmation) {
  if (withdrawnAt !== null || status === "rejected") return "neither";
  return status === "handled" ? "verified" : "recorded";
}

function getHeading({ isNew, withdrawnAt, status }: Confirmation): string {
  if (withdrawnAt !== null) return "You withdrew your confirmation.";
  if (isNew) return THANKS_HEADING;
  return { pending: "It is recorded.", handled: "Verified.", rejected: "It could not be verified." }[status];
}

function describeState(
  { ownerName, action }: Pick<PublicForm, "ownerName" | "action">,
  { withdrawnAt, status }: Confirmation,
): string {
  if (withdrawnAt !== null) return "Nothing more is shared.";
  return {
    pending: `${ownerName} checks it now. There's nothing more to do.`,
    handled: `${ownerName} found your ${optInNouns[action].toLowerCase()} at the broker.`,
    rejected: `${ownerName} could not verify it. Nothing was shared.`,
  }[status];
}
