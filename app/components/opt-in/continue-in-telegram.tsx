import type { Language } from "#app/lib/languages.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { OptInCard } from "./card.tsx";
import { useTexts } from "./language.tsx";
import { OptInUnavailable } from "./unavailable.tsx";

type Props = { view: "press"; language: Language; ownerName: string } | { view: "gone"; language: Language };

/** What a preview or a robot gets in place of the way to the bot. */
export function ContinueNotice(props: Props) {
  if (props.view === "gone") return <OptInUnavailable language={props.language} />;
  return (
    <OptInCard language={props.language}>
      <h1 className="unavailable">
        <bdi>{props.ownerName}</bdi>
      </h1>
      {/* Posted to its own address, so that the query survives. */}
      <form method="post" className="after">
        <button type="submit">{textsIn(props.language).chat.continue}</button>
      </form>
    </OptInCard>
  );
}

/** The way from a form to its chat. It leaves a frame, in which Telegram's page would not open. */
export function TelegramLink({ href }: { href: string }) {
  const { chat } = useTexts();
  return (
    <p className="small centered">
      <a className="tap" href={href} target="_top" rel="nofollow">
        {chat.continue}
      </a>
    </p>
  );
}

/** The same for a claim: whoever has its private link may go on with it. */
export function TelegramPress({ action }: { action: string }) {
  const { chat } = useTexts();
  return (
    <form method="post" action={action} target="_top">
      <input type="hidden" name="intent" value="telegram" />
      <button type="submit" className="plain">
        {chat.continue}
      </button>
    </form>
  );
}
