import { type FieldMetadata, getCollectionProps } from "@conform-to/react";
import { Link, useParams } from "@remix-run/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { isCovered } from "#app/lib/consent.ts";
import { paths } from "#app/paths.ts";
import type { ShownConsent } from "#app/schemas/form-settings.ts";
import type { Provider } from "./values.ts";

type AfterSectionProps = {
  fields: Record<"successMessage" | "redirectUrl" | "sendsToAll", FieldMetadata<string>> & {
    sendTo: FieldMetadata<string[]>;
  };
  providers: Provider[];
  /** The consent text that visitors see now. */
  consent: ShownConsent | undefined;
};

/** What visitors see after they sent the form, and where verified claims go. */
export function AfterSection({ fields, providers, consent }: AfterSectionProps) {
  const [all, some] = getCollectionProps(fields.sendsToAll, { type: "radio", options: ["yes", "no"] });
  const chosen = getCollectionProps(fields.sendTo, {
    type: "checkbox",
    options: providers.map(({ id }) => id),
  });
  const { formId } = useParams();
  const { key: allKey, ...toAll } = all ?? { key: "" };
  const { key: someKey, ...toSome } = some ?? { key: "" };
  return (
    <Panel title="After sending">
      <PanelBody isRoomy>
        <TextAreaField
          label="Thank-you message"
          field={fields.successMessage}
          rows={3}
          hint="Shown as plain text. Leave empty to say that you are checking it now."
        />
        <Field
          label="Continue to"
          field={fields.redirectUrl}
          type="url"
          autoComplete="off"
          placeholder="https://casa.example/welcome"
          hint="Visitors get a button, and are redirected after a moment."
        />
        <FieldGroup legend="Verified claims go to" field={fields.sendTo}>
          <Choice key={allKey} {...toAll} label="All ad platforms that are connected" />
          <Choice key={someKey} {...toSome} label="Only these:" />
          {chosen.map(({ key, ...props }, index) => (
            <Choice
              key={key}
              {...props}
              label={`${providers[index]?.name}${providers[index]?.isConnected ? "" : ", not connected"}`}
            />
          ))}
        </FieldGroup>
        <p className={text.secondary}>
          {consent ? `${describeCoverage(consent, providers)} ` : null}We only send a claim to the ad
          platforms its visitor agreed to.{" "}
          <Link to={paths.consentCoverage({ formId })}>What your consent text allows</Link>
        </p>
      </PanelBody>
    </Panel>
  );
}

function describeCoverage({ covers }: ShownConsent, providers: Provider[]): string {
  const covered = providers.filter(({ id }) => isCovered(covers, id)).map(({ name }) => name);
  if (covered.length === providers.length) return "Your consent text allows all of these.";
  if (covered.length === 0) return "Your consent text allows none of these.";
  return `Your consent text allows only ${new Intl.ListFormat("en-US").format(covered)}.`;
}
