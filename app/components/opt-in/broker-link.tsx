import type { Language } from "#app/lib/languages.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { OptInCard } from "./card.tsx";
import { EmptyPunch } from "./ornaments.tsx";

type Props =
  /** Nobody here knows the host: whoever reads its name decides. */
  | { view: "asked"; language: Language; host: string }
  /** The owner's sentence for countries where the link does not lead on. */
  | { view: "elsewhere"; language: Language; reason: string | null }
  | { view: "gone"; language: Language };

/** The page in place of a broker link that does not lead on by itself. */
export function BrokerLinkNotice(props: Props) {
  const { closed } = textsIn(props.language);
  if (props.view === "asked")
    return (
      <OptInCard language={props.language}>
        <h1 className="unavailable">
          <bdi>{props.host}</bdi>
        </h1>
        {/* Posted to its own address, so that the query survives. */}
        <form method="post" className="after">
          <button type="submit">{closed.continueTo(props.host)}</button>
        </form>
      </OptInCard>
    );
  return (
    <OptInCard language={props.language}>
      <EmptyPunch />
      <h1 className="unavailable">
        <bdi>{(props.view === "elsewhere" && props.reason) || closed.linkGone}</bdi>
      </h1>
    </OptInCard>
  );
}
