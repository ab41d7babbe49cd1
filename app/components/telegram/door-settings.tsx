import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { FactLine } from "#app/components/ui/fact-line.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { DoorForm, DoorResponse } from "#app/schemas/telegram-doors.ts";
import { type DoorLanguage, DoorTexts, describeNeeds, NeedsFields } from "./door-fields.tsx";

type Door = { door: DoorResponse };
type Brokers = { platforms: { id: string; name: string }[] };

/** What is known of a door. */
export function DoorGlance({ door, platforms }: Door & Brokers) {
  const { needs, chatId, cameThrough, due } = door;
  return (
    <Panel title="At a glance">
      <PanelBody isRoomy>
        <FactLine
          facts={[
            { label: "Opens for", value: describeNeeds(needs, platforms) },
            { label: "Came through", value: formatNumber(cameThrough) },
            { label: "To decide", value: formatNumber(due) },
            { label: "Id of the chat", value: chatId },
          ]}
        />
        <p className={text.small}>We know and touch only people who came through the door.</p>
      </PanelBody>
    </Panel>
  );
}

type DoorConfirmationProps = Door & { isOwner: boolean; now: string; timeZone: string };

/** What an owner says once before a door opens for the first verified claim. */
export function DoorConfirmation({ door, isOwner, now, timeZone }: DoorConfirmationProps) {
  const { confirmedAt, confirmedBy } = door;
  return (
    <Panel title="Whether it is allowed">
      <PanelBody isRoomy>
        <p className={text.secondary}>
          Some partnerships forbid incentives, and EU rules forbid inducements to trade CFDs. Before this door
          opens for a verified claim, an owner confirms once that the broker’s partnership and the law of the
          audience allow it. It is kept in the audit log.
        </p>
        {confirmedAt !== null ? (
          <p>
            Confirmed by {confirmedBy === null ? "a former member" : <bdi>{confirmedBy}</bdi>},{" "}
            {formatDateTime({ at: confirmedAt, timeZone, now })}.
          </p>
        ) : isOwner ? (
          <PostForm intent="confirm">
            <SubmitButton kind="primary" pending="Confirming">
              I confirm that they allow it
            </SubmitButton>
          </PostForm>
        ) : (
          <p>Not confirmed yet. Only owners confirm it.</p>
        )}
      </PanelBody>
    </Panel>
  );
}

/** The title and what the bot says. */
export function DoorWords({ door, languages }: Door & { languages: DoorLanguage[] }) {
  return (
    <FormPanel<typeof DoorForm>
      title="What the bot says"
      intent="save"
      defaultValue={{ title: door.title, text: door.text }}
      submit="Save"
      pending="Saving"
    >
      {(fields) => (
        <>
          <Field label="Title" field={fields.title} autoComplete="off" hint="For you only." />
          <DoorTexts field={fields.text} languages={languages} />
        </>
      )}
    </FormPanel>
  );
}

/** Whom the door is for, and its end: an owner's to change. */
export function DoorOwnerSettings({ door, platforms }: Door & Brokers) {
  const { needs, title } = door;
  return (
    <>
      <FormPanel<typeof DoorForm>
        title="Whom it is for"
        intent="needs"
        defaultValue={{ state: needs.state, platformId: needs.platformId ?? "" }}
        submit="Save whom it is for"
        pending="Saving"
      >
        {(fields) => (
          <>
            <NeedsFields fields={fields} platforms={platforms} />
            <p className={text.small}>Who is in stays in. What was confirmed has to be confirmed again.</p>
          </>
        )}
      </FormPanel>
      <Panel title="Close the door">
        <PanelBody isRoomy>
          <p className={text.secondary}>
            Nobody comes in any more, and who waits is forgotten. Who is in stays in, and nobody is looked at
            again.
          </p>
          <ConfirmedPost
            intent="close"
            summary="Close the door…"
            title={
              <>
                Close <bdi>{title}</bdi>?
              </>
            }
            label="Close the door"
            pending="Closing"
            opensAt="start"
          >
            <p>Who is in stays in. You can add the channel as a door again.</p>
          </ConfirmedPost>
        </PanelBody>
      </Panel>
    </>
  );
}
