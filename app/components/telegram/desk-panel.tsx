import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { clockTime, formatDateTime } from "#app/lib/format-date.ts";
import { messages } from "#app/schemas/messages/index.ts";

type DeskChat = { id: string; isGroup: boolean; title: string | null; createdAt: string };
type DeskPanelProps = {
  /** The bot's; null where none is connected. */
  username: string | null;
  chats: DeskChat[];
  /** The link that was just made. */
  code: { isGroup: boolean; url: string; expiresAt: string } | null;
  /** Whether the last sign-in is recent. */
  isProven: boolean;
  now: string;
  timeZone: string;
};

/** The chats in which a member is told of claims, and the ways to link them. */
export function DeskPanel({ username, chats, code, isProven, now, timeZone }: DeskPanelProps) {
  const own = chats.find(({ isGroup }) => !isGroup);
  const group = chats.find(({ isGroup }) => isGroup);
  return (
    <Panel title="Telegram" id="telegram">
      {username === null ? (
        <PanelBody>
          <p className={text.small}>{messages.telegramDesk.noBot}</p>
        </PanelBody>
      ) : (
        <>
          <PanelBody>
            <p className={text.small}>
              What is checked under Telegram arrives in a chat with @{username}. Emails and phone numbers are
              masked there. New claims have buttons to verify or reject them, if your role may. Signing out
              everywhere or another role ends it.
            </p>
          </PanelBody>
          <Rows isWrapping>
            {chats.map((chat) => (
              <LinkedChat key={chat.id} chat={chat} now={now} timeZone={timeZone} />
            ))}
          </Rows>
          {code ? <CodeLink code={code} timeZone={timeZone} /> : null}
          <PanelBody>
            <PostForm intent="telegram-link">
              <SubmitButton kind={own ? "plain" : "primary"} pending="Making the link">
                {own ? "Link another chat in its place" : "Link a chat"}
              </SubmitButton>
            </PostForm>
            <PostForm intent="telegram-group">
              <SubmitButton pending="Making the link">
                {group ? "Show it in another group" : "Show it in a group"}
              </SubmitButton>
            </PostForm>
            {isProven ? null : (
              <p className={text.small}>
                You are asked to sign in once more first, because the last time is long ago.
              </p>
            )}
            <p className={text.small}>
              A group sees the same without buttons. Everybody in it reads amounts, brokers and sources.
            </p>
          </PanelBody>
        </>
      )}
    </Panel>
  );
}

type LinkedChatProps = { chat: DeskChat; now: string; timeZone: string };

function LinkedChat({ chat: { id, isGroup, title, createdAt }, now, timeZone }: LinkedChatProps) {
  const name = isGroup ? (title ?? "A group") : "Your chat";
  return (
    <li>
      <div>
        <b>{name}</b>
        {isGroup ? <span className={text.small}> · group</span> : null}
        <p className={text.small}>
          linked since <time dateTime={createdAt}>{formatDateTime({ at: createdAt, timeZone, now })}</time>
        </p>
      </div>
      <PostForm intent="telegram-unlink">
        <SubmitButton isSmall name="deskChatId" value={id} pending="Unlinking">
          Unlink
          <span className="visually-hidden"> {name}</span>
        </SubmitButton>
      </PostForm>
    </li>
  );
}

type CodeLinkProps = { code: NonNullable<DeskPanelProps["code"]>; timeZone: string };

function CodeLink({ code: { isGroup, url, expiresAt }, timeZone }: CodeLinkProps) {
  return (
    <PanelBody>
      <p role="status">
        <a className={buttonClass({ kind: "attest" })} href={url} target="_blank" rel="noreferrer">
          {isGroup ? "Choose the group in Telegram" : "Open Telegram"}
        </a>
      </p>
      <p className={text.small}>
        {isGroup ? "Add the bot to the group." : "Press Start there."} The link works once, until{" "}
        {clockTime({ at: expiresAt, timeZone })}. Give it to nobody else: whoever opens it reads what you are
        told.
      </p>
    </PanelBody>
  );
}
