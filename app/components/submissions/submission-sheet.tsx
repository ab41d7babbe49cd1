import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { useFormName } from "#app/components/layout/form-names.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { type Drawing, Icon } from "#app/components/ui/icon.tsx";
import { CaretLeftIcon, CaretRightIcon, XIcon } from "#app/components/ui/icons.ts";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import layout from "#app/components/ui/layout.module.css";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { TimeLeft, TimePast } from "#app/components/ui/time-left.tsx";
import type { Tier } from "#app/lib/commission.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { ConnectedAdPlatform, ExpectedDelivery } from "#app/schemas/ad-platforms.ts";
import type { SubmissionHint, SubmissionResponse } from "#app/schemas/submissions.ts";
import { MatchQuality } from "./match-quality.tsx";
import { SentPayload } from "./sent-payload.tsx";
import { SubmissionDecision } from "./submission-decision.tsx";
import { toDetails } from "./submission-details.tsx";
import { SubmissionHints } from "./submission-hints.tsx";
import { SubmissionHistory } from "./submission-history.tsx";
import { SubmissionLinks } from "./submission-links.tsx";
import styles from "./submission-sheet.module.css";
import { describeState, describeTime, exactSendBefore, type View } from "./submission-state.ts";

type SubmissionSheetProps = {
  /** A made-up claim: no page of its own, no person and no proof. */
  isSample?: boolean;
  submission: SubmissionResponse;
  view: View;
  /** For people: "+34 600 55 51 23". */
  phone: string;
  /** Its position in the list: "1 of 9". */
  position: string | null;
  /** Opens after a decision. */
  next: { id: string; page: number } | null;
  at: number | null;
  links: { previous: string | null; next: string | null; close: string };
  currencies: readonly string[];
  connectedPlatforms: ConnectedAdPlatform[];
  destinations: ExpectedDelivery[];
  commissionBasis: { tiers: Tier[]; monthTotal: string } | null;
  hints: SubmissionHint[];
  may: { decide: boolean; resend: boolean };
  lastResult: FormReply | undefined;
  /** The last action's message: on a phone the sheet covers the page. */
  notice: ReactNode;
};

/** A column beside the list with its own URL; full screen on a phone. */
export function SubmissionSheet({
  isSample = false,
  submission,
  view,
  phone,
  position,
  next,
  at,
  links,
  currencies,
  connectedPlatforms,
  destinations,
  commissionBasis,
  hints,
  may,
  lastResult,
  notice,
}: SubmissionSheetProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { email } = submission.formData;
  const isErased = submission.erasedAt !== null;
  const state = describeState(submission, view);
  const time = describeTime(submission);
  const formName = useFormName(submission.formId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each submission that opens takes the focus
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The sheet scrolls, not the page.
    heading.current?.closest("section")?.scrollTo({ top: 0 });
  }, [submission._id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a decision removes the button that had the focus
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [submission.status]);
  useFocusOnRow(submission._id);

  return (
    <section className={styles.sheet} aria-labelledby="sheet-title">
      <div className={styles.header}>
        <span className={text.small}>{position}</span> <span className={layout.spacer} />
        <Step to={links.previous} label="Previous claim" icon={CaretLeftIcon} shortcut="k" />
        <Step to={links.next} label="Next claim" icon={CaretRightIcon} shortcut="j" />
        <Step to={links.close} label="Close" icon={XIcon} shortcut="Escape" />
      </div>
      <div className={styles.body}>
        {notice}
        <div className={layout.between}>
          <StatusBadge state={state.mark} isWrapping>
            {state.word}
          </StatusBadge>{" "}
          {"past" in time ? (
            <TimePast>{time.past === "–" ? null : time.past}</TimePast>
          ) : (
            <TimeLeft
              sendBefore={time.sendBefore}
              now={view.now}
              suffix="to send"
              title={exactSendBefore(time.sendBefore, view)}
            />
          )}
        </div>
        <div>
          {/* biome-ignore lint/a11y/noAutofocus: without script too, the page opens at the sheet */}
          <h2 id="sheet-title" ref={heading} tabIndex={-1} autoFocus={lastResult?.status !== "error"}>
            <Address email={email} />
          </h2>
          {isErased ? null : (
            <CopyButton text={email} copied="Email copied" className={styles.copy}>
              Copy email
            </CopyButton>
          )}
          <p className={text.small}>
            Confirmed a {submission.action}{" "}
            <time dateTime={submission.createdAt}>{confirmedAt(submission.createdAt, view)}</time>
          </p>
        </div>
        <KeyValues facts={toDetails(submission, phone, view, { isSample, formName })} />
        <SubmissionHints hints={hints} />
        <section className={styles.history}>
          <h3>History</h3>
          <SubmissionHistory
            key={submission._id}
            submission={submission}
            view={view}
            connectedPlatforms={connectedPlatforms}
          />
        </section>
        <SentPayload deliveries={submission.deliveries} isErased={isErased} />
        {isErased ? null : <MatchQuality submission={submission} />}
        {isSample ? null : <SubmissionLinks submission={submission} mayCorrect={may.decide} />}
      </div>
      <SubmissionDecision
        key={submission._id}
        isSample={isSample}
        submission={submission}
        view={view}
        currencies={currencies}
        destinations={destinations}
        commissionBasis={commissionBasis}
        next={next}
        at={at}
        may={may}
        lastResult={lastResult}
      />
    </section>
  );
}

/** Closing the sheet leads back to the row of its claim, if the list still has it. */
function useFocusOnRow(id: string): void {
  const open = useRef(id);
  open.current = id;
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const row = document.querySelector<HTMLElement>(`[data-claim="${CSS.escape(open.current)}"]`);
      row?.focus({ preventScroll: true });
    },
    [],
  );
}

function confirmedAt(at: string, { now, timeZone }: View): string {
  const moment = formatDateTime({ at, timeZone, now });
  return moment.includes(" at ") ? `on ${moment}` : `at ${moment}`;
}

/** Long addresses break before the @. */
function Address({ email }: { email: string }) {
  const [name, ...rest] = email.split(/(?=@)/);
  return (
    <>
      {name}
      {rest.map((part) => (
        <Fragment key={part}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

type StepProps = { to: string | null; label: string; icon: Drawing; shortcut: string };

function Step({ to, label, icon, shortcut }: StepProps) {
  if (to === null) return null;
  return (
    <ButtonLink
      kind="quiet"
      isSmall
      isIcon
      to={to}
      preventScrollReset
      aria-keyshortcuts={shortcut}
      title={`${label} (${shortcut === "Escape" ? "Esc" : shortcut})`}
    >
      <Icon of={icon} />
      <span className="visually-hidden">{label}</span>
    </ButtonLink>
  );
}
