import type { ConversionAction } from "#app/lib/domain.ts";
import { FIRST_LANGUAGE, type Language } from "#app/lib/languages.ts";
import { paths } from "#app/paths.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import type { FormLook } from "#app/schemas/shared/form-look.ts";
import { OptInCard } from "./card.tsx";
import { useTexts } from "./language.tsx";
import { EmptyPunch } from "./ornaments.tsx";

type Props = {
  language?: Language;
  /** Whose form it was; null where none has been. */
  ownerName?: string | null;
  /** What the form's visitors confirm. */
  action?: ConversionAction | undefined;
  look?: FormLook | null;
  /** Where the owner sends visitors who have confirmed. */
  continueHref?: string | null;
  /** The form is open, but its owner has not finished it. */
  isNotReady?: boolean | undefined;
};

/** The page in place of a closed or missing form. */
export function OptInUnavailable({
  language = FIRST_LANGUAGE,
  ownerName = null,
  action = "deposit",
  look = null,
  continueHref = null,
  isNotReady = false,
}: Props) {
  const { actions, closed, errors, thanks } = textsIn(language);
  const { justDone } = actions[action];
  if (ownerName === null)
    return (
      <OptInCard language={language}>
        <EmptyPunch />
        <h1 className="unavailable">{errors.gone}</h1>
        <p className="small after">{closed.checkAddress}</p>
        <Ways />
      </OptInCard>
    );
  return (
    <OptInCard language={language} look={look}>
      <EmptyPunch />
      <h1 className="unavailable">{isNotReady ? closed.notReady : closed.closed(ownerName)}</h1>
      {isNotReady ? null : <p className="secondary after">{errors.gone}</p>}
      <p className="secondary after">
        {isNotReady ? closed.notReadyAdvice(ownerName, justDone) : closed.closedAdvice(ownerName, justDone)}
      </p>
      {continueHref || !isNotReady ? (
        <p className="after">
          <a className="button" href={continueHref ?? paths.gone()} rel="nofollow">
            {continueHref ? closed.continueTo(new URL(continueHref).hostname) : thanks.continue}
          </a>
        </p>
      ) : null}
      <Ways />
    </OptInCard>
  );
}

/** The sentence above advises to contact support. */
function Ways() {
  const { closed } = useTexts();
  return (
    <p className="small after">
      <a href={paths.support()}>{closed.contactSupport}</a> · <a href={paths.landing()}>{closed.homePage}</a>
    </p>
  );
}
