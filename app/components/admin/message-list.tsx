import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { MessageLine } from "#app/schemas/admin-pages.ts";
import styles from "./panels.module.css";

type MessageListProps = { messages: MessageLine[]; now: string; timeZone: string };

/** Messages of the contact form, each with a link to reply and a button to mark it as handled. */
export function MessageList({ messages, now, timeZone }: MessageListProps) {
  const when = (at: string) => formatDateTime({ at, timeZone, now });
  return messages.map(({ id, name, email, company, subject, message, createdAt, handledAt, handledBy }) => (
    <Panel
      key={id}
      title={subject}
      aside={
        <time className={text.small} dateTime={createdAt}>
          {when(createdAt)}
        </time>
      }
    >
      <PanelBody>
        <p className={text.breakable}>
          <b className={text.strong}>{name}</b>
          {company ? `, ${company}` : ""} ·{" "}
          <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>{email}</a>
        </p>
        <p className={styles.message}>{message}</p>
        <PostForm intent={handledAt ? "reopen" : "handle"} className={layout.row}>
          <input type="hidden" name="messageId" value={id} />
          <SubmitButton isSmall pending="Saving">
            {handledAt ? "Put back" : "Mark as handled"}
            <span className="visually-hidden">
              : message of {name}, {when(createdAt)}
            </span>
          </SubmitButton>
          {handledAt ? (
            <span className={text.small}>
              handled by {handledBy}, {when(handledAt)}
            </span>
          ) : null}
        </PostForm>
      </PanelBody>
    </Panel>
  ));
}
