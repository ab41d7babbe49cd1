import { Choice } from "#app/components/forms/choice.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { messages } from "#app/schemas/messages/index.ts";

type SupportAccessPanelProps = {
  canChange: boolean;
  /** When what is allowed now ends; null if nothing is. */
  until: string | null;
  isInUse: boolean;
  /** The time that was chosen before the password was required. */
  typedHours: string | null;
  timeZone: string;
  now: string;
};

const choices = [
  { hours: "1", label: "For one hour" },
  { hours: "24", label: "For one day" },
  { hours: "72", label: "For three days" },
];

/** Lets support work in the workspace for a limited time, and ends that. */
export function SupportAccessPanel({
  canChange,
  until,
  isInUse,
  typedHours,
  timeZone,
  now,
}: SupportAccessPanelProps) {
  return (
    <Panel title="Support access">
      <PanelBody>
        <p>
          If you ask us for help, you can let our support work in your workspace for a limited time. They see
          your claims, decide them and change your form and your brokers. They can’t see your password, export
          data, or change API keys and connections. What they do is logged, and each page says so while they
          are there.
        </p>
        {until ? (
          <p role="status">
            <b className={text.strong}>
              {isInUse ? "Support is working in your workspace" : "Support access is allowed"}
            </b>{" "}
            until <time dateTime={until}>{formatDateTime({ at: until, timeZone, now })}</time>. Then it ends
            by itself.
          </p>
        ) : (
          <p>
            <b className={text.strong}>Nobody has support access now.</b>
          </p>
        )}
        {canChange ? null : (
          <p className={text.secondary}>Only the owner of the workspace can change this.</p>
        )}
      </PanelBody>
      {canChange && until ? (
        <PostForm intent="end" className={panelBodyClass}>
          <div>
            <SubmitButton kind="danger" pending="Ending">
              End support access
            </SubmitButton>
          </div>
        </PostForm>
      ) : null}
      {canChange && !until ? (
        <PostForm intent="allow" className={panelBodyClass}>
          {typedHours ? (
            <Alert tone="copper" role="status">
              {messages.support.notAllowedYet}
            </Alert>
          ) : null}
          <fieldset>
            <legend className={text.label}>How long</legend>
            <div className={layout.row}>
              {choices.map(({ hours, label }) => (
                <Choice
                  key={hours}
                  id={`allow-hours-${hours}`}
                  type="radio"
                  name="hours"
                  value={hours}
                  label={label}
                  defaultChecked={hours === (typedHours ?? "24")}
                />
              ))}
            </div>
          </fieldset>
          <div>
            <SubmitButton kind="primary" pending="Allowing">
              Allow support access
            </SubmitButton>
          </div>
        </PostForm>
      ) : null}
    </Panel>
  );
}
