import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { FactLine } from "#app/components/ui/fact-line.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { BotHealth } from "#app/lib/telegram.ts";
import type { TelegramBotResponse } from "#app/schemas/telegram.ts";

const WORDS: Record<BotHealth, string> = {
  ok: "Answers",
  refused: "Token refused",
  elsewhere: "Another program gets its updates",
  away: "Gives no clear answer",
};

type BotPanelProps = {
  bot: TelegramBotResponse;
  /** Of the bot at Telegram. */
  link: string;
  isOwner: boolean;
  now: string;
  timeZone: string;
};

/** How the bot is, and what its owner can do about it. */
export function BotPanel({ bot, link, isOwner, now, timeZone }: BotPanelProps) {
  const { username, state, problem, webhook, chats } = bot;
  const { receives, lastUpdateAt } = webhook;
  const facts = [
    { label: "State", value: WORDS[state] },
    { label: "Updates", value: receives === "webhook" ? "Telegram sends them" : "We ask Telegram for them" },
    {
      label: "Last update",
      value: lastUpdateAt ? formatDateTime({ at: lastUpdateAt, timeZone, now }) : "None yet",
    },
    { label: "People with a claim", value: formatNumber(chats.active + chats.blocked) },
    { label: "Blocked it", value: formatNumber(chats.blocked) },
  ];
  return (
    <Panel title={`Your bot @${username}`}>
      <PanelBody isRoomy>
        <FactLine facts={facts} />
        {problem ? <Alert tone={state === "refused" ? "alarm" : "copper"}>{problem}</Alert> : null}
        {state === "ok" && lastUpdateAt === null ? (
          <p className={text.secondary}>
            Next: open{" "}
            <a href={link} target="_blank" rel="noreferrer">
              @{username}
            </a>{" "}
            in Telegram and press Start. The bot answers within a second.
          </p>
        ) : (
          <p>
            <a className={text.breakable} href={link} target="_blank" rel="noreferrer">
              Open @{username} in Telegram
            </a>
          </p>
        )}
        {isOwner ? (
          <PostForm intent="check">
            <SubmitButton pending="Checking">Check now</SubmitButton>
          </PostForm>
        ) : (
          <p className={text.small}>Only owners check, replace or disconnect it.</p>
        )}
      </PanelBody>
    </Panel>
  );
}
