import type { FieldMetadata } from "@conform-to/react";
import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { PasswordProof } from "#app/components/forms/password-proof.tsx";
import { useReplyTo } from "#app/components/forms/use-form-reply.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { FoldedPanel, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { TelegramForm } from "#app/schemas/telegram.ts";
import styles from "./connect-bot.module.css";

type Proof = {
  /** Whether the last sign-in is recent. */
  isProven: boolean;
};
type ConnectBotProps = Proof & { hasSandbox: boolean };

/** The way to a first bot: make it at @BotFather, copy its token, paste it. */
export function ConnectBot({ isProven, hasSandbox }: ConnectBotProps) {
  return (
    <FormPanel<typeof TelegramForm>
      title="Connect your bot"
      id="connect"
      intent="connect"
      submit="Connect the bot"
      pending="Asking Telegram"
    >
      {(fields, { reply }) => (
        <>
          <ol className={styles.steps}>
            <li>
              In Telegram write{" "}
              <a href="https://t.me/BotFather" target="_blank" rel="noreferrer">
                @BotFather
              </a>{" "}
              the command <code>/newbot</code>, and choose a name and a username.
            </li>
            <li>Copy the token from its answer. Whoever has it controls the bot: give it to nobody else.</li>
            <li>
              Paste it here. We ask Telegram whose it is, then store it encrypted and never show it again.
            </li>
          </ol>
          {hasSandbox ? <SandboxHint /> : null}
          <TokenField field={fields.token} resetKey={reply?.requestId} />
          <PasswordProof key={`password ${reply?.requestId}`} field={fields.password} isProven={isProven} />
        </>
      )}
    </FormPanel>
  );
}

/** Another token of the same bot, or another bot. */
export function ReplaceToken({ username, isProven, hasSandbox }: ConnectBotProps & { username: string }) {
  const isSent = useReplyTo("connect") !== undefined;
  return (
    <FoldedPanel title="Replace the token" note="After a new one at @BotFather" isOpen={isSent}>
      <InputForm<typeof TelegramForm>
        id="connect"
        intent="connect"
        className={panelBodyClass}
        submit="Replace the token"
        pending="Asking Telegram"
      >
        {(fields, { reply }) => (
          <>
            <p className={text.secondary}>
              @BotFather makes a new token with <code>/revoke</code>. With the new token of @{username} all
              goes on. The token of another bot ends the chats of this one; claims that were made in them
              stay.
            </p>
            {hasSandbox ? <SandboxHint /> : null}
            <TokenField field={fields.token} resetKey={reply?.requestId} />
            <PasswordProof key={`password ${reply?.requestId}`} field={fields.password} isProven={isProven} />
          </>
        )}
      </InputForm>
    </FoldedPanel>
  );
}

/** A token that was typed never comes back to the page. */
function TokenField({ field, resetKey }: { field: FieldMetadata<string>; resetKey: string | undefined }) {
  return (
    <Field
      key={`token ${resetKey}`}
      label="Token"
      field={field}
      type="password"
      autoComplete="off"
      spellCheck={false}
      hint="Digits, a colon and 35 characters. The whole message of @BotFather is fine too."
    />
  );
}

/** Ends the bot, after it says what ends with it. */
export function DisconnectBot({ username, isProven }: Proof & { username: string }) {
  const isSent = useReplyTo("disconnect") !== undefined;
  return (
    <FoldedPanel title="Disconnect" isOpen={isSent}>
      <InputForm<typeof TelegramForm>
        id="disconnect"
        intent="disconnect"
        className={panelBodyClass}
        kind="danger"
        submit={`Disconnect @${username}`}
        pending="Disconnecting"
      >
        {(fields, { reply }) => (
          <>
            <p className={text.secondary}>
              The bot answers nobody any more, and open chats end. Your form no longer offers to go on in
              Telegram. Claims that were made in chats stay, and people reach them by their private links. The
              token is deleted here; to make it useless everywhere, revoke it at @BotFather.
            </p>
            <PasswordProof key={`password ${reply?.requestId}`} field={fields.password} isProven={isProven} />
          </>
        )}
      </InputForm>
    </FoldedPanel>
  );
}

/** What to type where a sandbox plays Telegram: in the demo and in development. */
function SandboxHint() {
  return (
    <Alert>
      <b className={text.strong}>A sandbox plays Telegram here.</b> Any token in the right form is a bot’s,
      such as <code className={text.breakable}>700000001:sandbox-sandbox-sandbox-sandbox-abc</code>.
    </Alert>
  );
}
