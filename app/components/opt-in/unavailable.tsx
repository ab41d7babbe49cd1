import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { OptInCard } from "./card.tsx";
import { EmptyPunch } from "./ornaments.tsx";

type Props = {
  /** Whose form it was; null where none has been. */
  ownerName?: string | null;
  /** Where the owner sends visitors who have confirmed. */
  continueHref?: string | null;
  /** The form is open, but its owner has not finished it. */
  isNotReady?: boolean | undefined;
};

/** The page in place of a closed or missing form. */
export function OptInUnavailable({ ownerName = null, continueHref = null, isNotReady = false }: Props) {
  if (ownerName === null)
    return (
      <OptInCard>
        <EmptyPunch />
        <h1 className="unavailable">{messages.optIn.gone}</h1>
        <p className="small after">Check the address, or open the link again where you found it.</p>
        <Ways />
      </OptInCard>
    );
  return (
    <OptInCard>
      <EmptyPunch />
      <h1 className="unavailable">
        {isNotReady
          ? "This form is not ready yet."
          : `${ownerName} takes no confirmations here at the moment.`}
      </h1>
      {isNotReady ? null : <p className="secondary after">{messages.optIn.gone}</p>}
      <p className="secondary after">
        {isNotReady
          ? `${ownerName} has not finished it. If you have just made a deposit, keep your receipt and open this page again later.`
          : `If you have just made a deposit, keep your receipt and ask ${ownerName} for a new link. What you confirmed before stays on your private link.`}
      </p>
      {continueHref || !isNotReady ? (
        <p className="after">
          <a className="button" href={continueHref ?? paths.gone()} rel="nofollow">
            {continueHref ? `Continue to ${new URL(continueHref).hostname}` : "Continue"}
          </a>
        </p>
      ) : null}
      <Ways />
    </OptInCard>
  );
}

/** The sentence above advises to contact support. */
function Ways() {
  return (
    <p className="small after">
      <a href={paths.support()}>Contact support</a> · <a href={paths.landing()}>Go to the home page</a>
    </p>
  );
}
