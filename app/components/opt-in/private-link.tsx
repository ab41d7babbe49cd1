import { type AccountNumber, accountLabel } from "#app/lib/account-number.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { paths } from "#app/paths.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { AccountNumberForm } from "./account-form.tsx";
import { OptInCard } from "./card.tsx";
import { TelegramPress } from "./continue-in-telegram.tsx";
import { PageLocale, useTexts } from "./language.tsx";
import { Seal } from "./ornaments.tsx";
import { findNotice, type OptInTexts, optInTexts } from "./texts.ts";
import { ChangeNumber, ConfirmAnother, Facts, Moment, type RecordedClaim, SendLink } from "./thanks.tsx";

type Confirmation = {
  recorded: RecordedClaim;
  /** Right after confirming: the page shows the owner's success message. */
  isNew: boolean;
  status: SubmissionStatus;
  /** Why it was rejected, if the owner lets the visitor know. */
  reason: string | null;
  withdrawnAt: string | null;
  /** The visitor has ended the sharing with ad platforms. */
  isSharingEnded: boolean;
  /** The account number that the visitor has stated. */
  reference: string | null;
  /** The ad platforms that have accepted the event, by name. */
  passedOnTo: string[];
};

type Props = {
  form: Pick<
    PublicForm,
    | ("slug" | "language" | "logo" | "look" | "ownerName" | "action" | "allowRepeat" | "successMessage")
    | ("redirectUrl" | "privacyUrl" | "privacyText")
  >;
  confirmation: Confirmation;
  brandName: string;
  privacyHref: string;
  /** How the broker calls its account numbers. */
  account: AccountNumber | null;
  /** What the page was told last of the account number. */
  accountReply: { isSaved: boolean; value?: string; error?: string };
  /** The link was asked for by email. */
  isSent: boolean;
  /** Its workspace has a bot, in whose chat it can go on. */
  hasBot: boolean;
  /** What it asks about before it does it. */
  asks: "withdraw" | "end-sharing" | null;
  /** The page itself, with the question before each, and the proof, a file. */
  hrefs: { own: string; withdraw: string; endSharing: string; proof: string };
};

/** A visitor's private page: what they confirmed, what was sent on, and how to withdraw or to end the sharing. */
export function OptInPrivateLink({
  locale,
  ...props
}: Props & {
  /** Of the visitor, for numbers and dates. */
  locale: string;
}) {
  return (
    <PageLocale.Provider value={locale}>
      <PrivateLink {...props} />
    </PageLocale.Provider>
  );
}

function PrivateLink({
  form,
  confirmation,
  brandName,
  privacyHref,
  account,
  accountReply,
  isSent,
  hasBot,
  asks: asked,
  hrefs,
}: Props) {
  const { recorded, isNew, status, withdrawnAt, isSharingEnded, passedOnTo } = confirmation;
  const isOver = withdrawnAt !== null || (asked === "end-sharing" && isSharingEnded);
  const asks = isOver ? null : asked;
  const isWaiting = status === "pending" && withdrawnAt === null;
  const texts = optInTexts(form);
  const again = paths.optIn({ slug: form.slug, lang: form.language });
  const { mine, facts } = texts;
  const shared = passedOnTo.length > 0 ? mine.withdrawShared : mine.withdrawUnshared;
  return (
    <OptInCard
      language={form.language}
      form={form}
      look={form.look}
      brandName={brandName}
      privacyHref={privacyHref}
      noticeHref={findNotice(form)}
    >
      <Seal of={getSeal(confirmation)} />
      <h1 className="centered">{getHeading(texts, confirmation)}</h1>
      {isNew && form.successMessage ? (
        <p className="owner-text centered" dir="auto">
          {form.successMessage}
        </p>
      ) : (
        <p className="secondary centered">
          {describeState(texts, form.ownerName, confirmation)}
          {withdrawnAt !== null && (
            <>
              {" "}
              <ConfirmAgain href={again} />
            </>
          )}
        </p>
      )}
      {isSharingEnded && withdrawnAt === null && <p className="secondary centered">{mine.sharingEnded}</p>}
      {confirmation.reason && (
        <p className="owner-text centered" dir="auto">
          {mine.reason(confirmation.reason)}
        </p>
      )}
      {accountReply.error && !isWaiting && (
        <p className="error centered" role="alert">
          {accountReply.error}
        </p>
      )}
      {accountReply.isSaved && (
        <p className="centered" role="status">
          {texts.errors.accountSaved}
        </p>
      )}
      <Facts form={form} recorded={recorded}>
        {confirmation.reference !== null && (
          <>
            <dt>{accountLabel(account, texts)}</dt>
            <dd>
              <bdi dir="ltr">{confirmation.reference}</bdi>
            </dd>
          </>
        )}
        <dt>{facts.sharedWith}</dt>
        <dd>
          {passedOnTo.join(", ") || (withdrawnAt === null && !isSharingEnded ? facts.noOneYet : facts.noOne)}
        </dd>
        {withdrawnAt !== null && (
          <>
            <dt>{facts.withdrawn}</dt>
            <dd>
              <Moment at={withdrawnAt} />
            </dd>
          </>
        )}
      </Facts>
      {isWaiting && asks === null && <ChangeNumber href="#withdraw" />}
      {isWaiting && asks === null && account?.field !== "no" && (
        <AccountNumberForm
          action={hrefs.own}
          account={account}
          value={accountReply.value ?? confirmation.reference ?? ""}
          error={accountReply.error}
        />
      )}
      {isNew && form.redirectUrl && (
        <a className="button" href={form.redirectUrl} target="_top">
          {texts.thanks.continue}
        </a>
      )}
      {isNew && <p className="small centered">{mine.keepAddress}</p>}
      {isSent ? (
        <p className="centered" role="status">
          {texts.linkMail.sent}
        </p>
      ) : (
        withdrawnAt === null && asks === null && <SendLink action={hrefs.own} />
      )}
      {hasBot && withdrawnAt === null && asks === null && <TelegramPress action={hrefs.own} />}
      {isNew && form.allowRepeat && <ConfirmAnother href={again} />}
      <p className="small centered">
        <a href={hrefs.proof} download>
          {mine.downloadProof}
        </a>{" "}
        · <a href={paths.proof()}>{mine.howToCheck}</a>
      </p>
      {asks === "withdraw" && <WithdrawalQuestion shared={shared} keepHref={hrefs.own} />}
      {asks === "end-sharing" && <SharingQuestion keepHref={hrefs.own} />}
      {withdrawnAt === null && asks === null && (
        <div className="stack" id="withdraw">
          <p className="small">
            {shared} {mine.toChange}
          </p>
          <a className="button withdraw" href={`${hrefs.withdraw}#withdraw`}>
            {mine.withdraw}
          </a>
        </div>
      )}
      {withdrawnAt === null && asks === null && !isSharingEnded && (
        <div className="stack" id="end-sharing">
          <p className="small">{mine.endSharingHelps}</p>
          <a className="button plain" href={`${hrefs.endSharing}#end-sharing`}>
            {mine.endSharing}
          </a>
        </div>
      )}
    </OptInCard>
  );
}

/** Withdrawing is asked about once, on a page of its own. */
function WithdrawalQuestion({ shared, keepHref }: { shared: string; keepHref: string }) {
  const { mine } = useTexts();
  return (
    <form method="post">
      <input type="hidden" name="intent" value="withdraw" />
      {/* The link leads to it, and so the focus. */}
      <h2 id="withdraw" tabIndex={-1}>
        {mine.withdrawQuestion}
      </h2>
      <p className="small">
        {shared} {mine.cannotUndo}
      </p>
      <button className="withdraw" type="submit">
        {mine.withdrawYes}
      </button>
      <a className="button plain" href={keepHref}>
        {mine.keep}
      </a>
    </form>
  );
}

/** So is ending the sharing with ad platforms. */
function SharingQuestion({ keepHref }: { keepHref: string }) {
  const { mine } = useTexts();
  return (
    <form method="post">
      <input type="hidden" name="intent" value="end-sharing" />
      <h2 id="end-sharing" tabIndex={-1}>
        {mine.endSharingQuestion}
      </h2>
      <p className="small">{mine.endSharingMeans}</p>
      <button type="submit">{mine.endSharingYes}</button>
      <a className="button plain" href={keepHref}>
        {mine.keepSharing}
      </a>
    </form>
  );
}

function getSeal({ status, withdrawnAt }: Confirmation) {
  if (withdrawnAt !== null || status === "rejected") return "neither";
  return status === "handled" ? "verified" : "recorded";
}

function getHeading({ mine, thanks }: OptInTexts, { isNew, withdrawnAt, status }: Confirmation): string {
  if (withdrawnAt !== null) return mine.isWithdrawn;
  if (isNew) return thanks.heading;
  return { pending: mine.isRecorded, handled: mine.isVerified, rejected: mine.isRejected }[status];
}

function describeState(
  { action, mine, thanks }: OptInTexts,
  owner: string,
  { withdrawnAt, status }: Confirmation,
): string {
  if (withdrawnAt !== null) return mine.nothingMore;
  const describe = { pending: thanks.isChecking, handled: action.found, rejected: mine.notVerified };
  return describe[status](owner);
}

/** The link stands where the language puts it. */
function ConfirmAgain({ href }: { href: string }) {
  const { mine } = useTexts();
  const [before, after] = mine.confirmAgain.split("{link}");
  return (
    <>
      {before}
      <a href={href}>{mine.confirmAgainLink}</a>
      {after}
    </>
  );
}
