import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import type { FormSettings } from "#app/schemas/form-settings.ts";
import { ConsentTextField } from "./consent-text-field.tsx";
import { PlatformChoice } from "./platform-choice.tsx";
import type { ConsentLists, OfferedPlatform } from "./values.ts";

const amountFields = [
  { value: "required", label: "Required" },
  { value: "optional", label: "Optional" },
  { value: "hidden", label: "Not asked" },
];

type QuestionsSectionProps = {
  fields: Record<
    "amountField" | "phoneCountry" | "consentText" | "order" | "privacyUrl" | "privacyText",
    FieldMetadata<string>
  > & {
    selectedPlatforms: FieldMetadata<string[]>;
    allowRepeat: FieldMetadata<string | undefined>;
  };
  platforms: OfferedPlatform[];
  countries: { code: string; name: string }[];
  consent: Pick<FormSettings, "consentVersion" | "languages">;
  consentLists: ConsentLists;
};

/** What visitors are asked. */
export function QuestionsSection({
  fields,
  platforms,
  countries,
  consent,
  consentLists,
}: QuestionsSectionProps) {
  const { key, ...repeat } = getInputProps(fields.allowRepeat, { type: "checkbox" });
  return (
    <Panel title="Questions">
      <PanelBody isRoomy>
        <PlatformChoice platforms={platforms} selected={fields.selectedPlatforms} order={fields.order} />
        <SelectField
          label="Amount"
          field={fields.amountField}
          choices={amountFields}
          hint="Ad platforms learn more from an amount. You confirm or correct it before anything is sent."
        />
        <SelectField
          label="Phone country"
          field={fields.phoneCountry}
          choices={countries.map(({ code, name }) => ({ value: code, label: name }))}
          none="By the visitor's browser"
          hint="Where most of your visitors are. They can choose another one."
        />
        <ConsentTextField
          label="Consent text"
          field={fields.consentText}
          list={consentLists[consent.languages.default]}
          hint={`Version ${consent.consentVersion}. Each claim keeps the text that its visitor saw.`}
        />
        <Field
          label="Address of your privacy notice"
          field={fields.privacyUrl}
          type="url"
          autoComplete="off"
          placeholder="https://casa.example/privacy"
          hint="The form and the private page link it: it tells visitors what you do with their data."
        />
        <TextAreaField
          label="Privacy notice"
          field={fields.privacyText}
          rows={3}
          hint="Where you have no address of one: the text gets a page of its own. Without either, no notice is linked."
        />
        <Choice
          key={key}
          {...repeat}
          label="The same email may confirm again, each time as a separate event"
        />
      </PanelBody>
    </Panel>
  );
}
