import { useId } from "react";
import { concernText } from "#app/components/connections/consent-note.tsx";
import { Choice } from "#app/components/forms/choice.tsx";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useReplyTo } from "#app/components/forms/use-form-reply.ts";
import layout from "#app/components/ui/layout.module.css";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { isCovered } from "#app/lib/consent.ts";
import type { ShownConsent } from "#app/schemas/form-settings.ts";

type AdPlatform = { id: string; name: string };
type ConsentCoverageProps = { consents: ShownConsent[]; adPlatforms: AdPlatform[]; canEdit: boolean };

/** Which ad platforms the form's consent texts cover: the newest first, and before it those that name fewer. */
export function ConsentCoverage({ consents, adPlatforms, canEdit }: ConsentCoverageProps) {
  const show = (consent: ShownConsent) =>
    consent.isListed ? (
      <Listed key={consent.version} consent={consent} adPlatforms={adPlatforms} />
    ) : (
      // A choice that was saved in another window resets the form.
      <CoverageForm
        key={`${consent.version} ${consent.covers}`}
        consent={consent}
        adPlatforms={adPlatforms}
        canEdit={canEdit}
      />
    );
  const asked = consents.filter(({ isAsked }) => isAsked);
  const others = consents.filter(({ isAsked }) => !isAsked);
  return (
    <>
      {asked.length > 0 ? (
        <Panel title="Which ad platforms does your consent text allow?">{asked.map(show)}</Panel>
      ) : null}
      {others.length > 0 ? <Panel title="What the consent allows">{others.map(show)}</Panel> : null}
    </>
  );
}

const Quotes = ({ texts }: Pick<ShownConsent, "texts">) =>
  texts.map((one) => (
    <blockquote key={one} className={text.secondary} dir="auto">
      {one}
    </blockquote>
  ));

type ListedProps = { consent: ShownConsent; adPlatforms: AdPlatform[] };

/** A text that lists its ad platforms covers these: there is nothing to choose. */
function Listed({ consent: { version, texts, covers, isCurrent }, adPlatforms }: ListedProps) {
  const names = adPlatforms.filter(({ id }) => isCovered(covers, id)).map(({ name }) => name);
  const list = names.length > 0 ? new Intl.ListFormat("en-US").format(names) : "no ad platform";
  return (
    <div className={panelBodyClass}>
      <Quotes texts={texts} />
      <p>
        {`Version ${version}, ${isCurrent ? "shown now" : "shown before"}, lists its ad platforms by itself and allows exactly these: ${list}.`}
        {isCurrent
          ? " A new version comes by itself when you connect or disconnect one, or change where verified claims go."
          : ""}
      </p>
    </div>
  );
}

type CoverageFormProps = { consent: ShownConsent; adPlatforms: AdPlatform[]; canEdit: boolean };

function CoverageForm({ consent, adPlatforms, canEdit }: CoverageFormProps) {
  const id = useId();
  const { version, covers, named, isCurrent, isAsked } = consent;
  const shown = isCurrent ? "shown now" : "shown before";
  const reply = useReplyTo("cover-consent");
  const errors =
    reply?.initialValue?.consentVersion === String(version) ? (reply.error?.covers ?? undefined) : undefined;
  // What the text names is chosen already.
  const listed = errors ? [] : (covers ?? named);
  const coversAll = !errors && (covers === "all" || listed.length === 0);
  return (
    <PostForm intent="cover-consent" preventScrollReset className={panelBodyClass}>
      <input type="hidden" name="consentVersion" value={version} />
      <Quotes texts={consent.texts} />
      <p>
        {isAsked
          ? `You have not said yet what this text allows. Until you say it, it allows all ad platforms. ${concernText([consent])}`
          : "We only send a claim to the ad platforms its visitor agreed to."}
      </p>
      <fieldset disabled={!canEdit} className={layout.stack}>
        <FieldGroup
          legend={`Version ${version}, ${shown}, allows`}
          // Where the error's link leads to.
          field={{ id: errors ? "cover-consent-covers" : id, errorId: `${id}-error`, errors }}
        >
          <Choice
            id={`${id}-all`}
            type="radio"
            name="coversAll"
            value="yes"
            defaultChecked={coversAll}
            label="All that verified claims go to"
          />
          <Choice
            id={`${id}-some`}
            type="radio"
            name="coversAll"
            value="no"
            defaultChecked={!coversAll}
            label="Only these:"
          />
          {adPlatforms.map(({ id: adPlatform, name }) => (
            <Choice
              key={adPlatform}
              id={`${id}-${adPlatform}`}
              type="checkbox"
              name="covers"
              value={adPlatform}
              defaultChecked={listed.includes(adPlatform)}
              label={name}
            />
          ))}
        </FieldGroup>
      </fieldset>
      {canEdit ? (
        <div>
          <SubmitButton pending="Saving">Save what it allows</SubmitButton>
        </div>
      ) : null}
    </PostForm>
  );
}
