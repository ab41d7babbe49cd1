import { Link } from "@remix-run/react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { OfForm } from "#app/components/layout/form-names.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { LoggedDeliveryResponse } from "#app/schemas/deliveries.ts";
import { badgeOfDelivery, skipTexts } from "./delivery-state.ts";

type DeliveryPanelProps = {
  delivery: LoggedDeliveryResponse;
  /** What its claim says of itself. */
  claim: { email: string; formId: string };
  canResend: boolean;
  view: { now: string; timeZone: string };
};

/** The state of an event, its claim, and the button that sends it again. */
export function DeliveryPanel({ delivery, claim, canResend, view }: DeliveryPanelProps) {
  const { state, eventId, submissionId, sendBefore, nextAttemptAt, reason, platformName } = delivery;
  const facts = [
    {
      label: "Claim",
      value: (
        <>
          <Link to={paths.submission({ submissionId })}>{claim.email}</Link>
          <OfForm formId={claim.formId} />
        </>
      ),
    },
    { label: "Event ID", value: <span className={text.code}>{eventId}</span> },
    ...(nextAttemptAt ? [{ label: "Next try", value: formatDateTime({ at: nextAttemptAt, ...view }) }] : []),
    { label: "In time until", value: formatDateTime({ at: sendBefore, ...view }) },
    ...(reason ? [{ label: "Why", value: skipTexts[reason] ?? reason }] : []),
  ];
  return (
    <Panel title="State" aside={<StatusBadge {...badgeOfDelivery(state)} />}>
      <PanelBody>
        <KeyValues facts={facts} />
        {canResend ? (
          <PostForm intent="resend">
            <p className={text.small}>
              It keeps its event ID. If {platformName} already has it, it may count twice.
            </p>
            <SubmitButton pending="Sending">Send again</SubmitButton>
          </PostForm>
        ) : null}
      </PanelBody>
    </Panel>
  );
}
