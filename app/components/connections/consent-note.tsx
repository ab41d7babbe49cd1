import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { isCovered } from "#app/lib/consent.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { FormConsents, ShownConsent } from "#app/schemas/form-settings.ts";

type AdPlatform = { id: string; name: string };
type ConsentNoteProps = {
  forms: FormConsents[];
  /** All ad platforms, to name those that a text names. */
  adPlatforms: AdPlatform[];
  /** The one that the page is about. */
  shown?: AdPlatform;
};

/**
 * Says that the owner has not said yet what a consent text covers, or that it does not cover the page's ad
 * platform, with how many claims wait that it concerns.
 */
export const ConsentNote = ({ forms, ...props }: ConsentNoteProps) =>
  forms.map((form) => <NoteOfForm key={form.id} form={form} {...props} />);

type NoteOfFormProps = Omit<ConsentNoteProps, "forms"> & { form: FormConsents };

function NoteOfForm({ form: { id, name, consents }, adPlatforms, shown }: NoteOfFormProps) {
  const sayIt = <SayIt formId={name === null ? undefined : id} />;
  const unsaid = consents.filter(({ isAsked }) => isAsked);
  const uncovered = shown ? consents.filter(({ covers }) => !isCovered(covers, shown.id)) : [];
  return (
    <>
      {unsaid.length > 0 ? (
        <Alert tone="copper" action={sayIt}>
          <b className={text.strong}>
            {`You have not said which ad platforms ${name === null ? "your consent text" : `the consent text of ${name}`} allows.`}
          </b>{" "}
          <span className={text.secondary}>
            {`${namesText(unsaid, adPlatforms, shown)}Until you say it, it allows all. ${concernText(unsaid)}`}
          </span>
        </Alert>
      ) : null}
      {shown && uncovered.length > 0 ? (
        <Alert action={sayIt}>
          <b className={text.strong}>
            {`${name === null ? "Your consent text" : `The consent text of ${name}`} does not allow ${shown.name}.`}
          </b>{" "}
          <span className={text.secondary}>{`Nothing is sent there. ${concernText(uncovered)}`}</span>
        </Alert>
      ) : null}
    </>
  );
}

const SayIt = ({ formId }: { formId: string | undefined }) => (
  <ButtonLink isSmall to={paths.consentCoverage({ formId })}>
    Say what it allows
  </ButtonLink>
);

/** How many claims some consent texts concern. */
export function concernText(consents: Pick<ShownConsent, "waiting" | "isCurrent">[]): string {
  const waiting = consents.reduce((sum, one) => sum + one.waiting, 0);
  const claims = waiting === 1 ? "1 waiting claim" : `${formatNumber(waiting)} waiting claims`;
  if (!consents.some(({ isCurrent }) => isCurrent)) return `This concerns ${claims}.`;
  return waiting === 0 ? "This concerns every new claim." : `This concerns ${claims} and every new one.`;
}

function namesText(unsaid: ShownConsent[], adPlatforms: AdPlatform[], shown: AdPlatform | undefined): string {
  const named = adPlatforms.filter(({ id }) => unsaid.some((consent) => consent.named.includes(id)));
  if (named.length === 0) return "";
  const names = new Intl.ListFormat("en-US").format(named.map(({ name }) => name));
  return shown && !named.some(({ id }) => id === shown.id)
    ? `The text names ${names}, and not ${shown.name}. `
    : `The text names ${names}. `;
}
