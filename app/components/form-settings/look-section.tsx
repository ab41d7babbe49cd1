import type { FieldMetadata } from "@conform-to/react";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { LogoField } from "./logo-field.tsx";

const actions = [
  { value: "deposit", label: "A deposit" },
  { value: "purchase", label: "A purchase" },
  { value: "subscription", label: "A subscription" },
];

type LookSectionProps = {
  fields: Record<"ownerName" | "logo" | "title" | "introduction" | "action", FieldMetadata<string>>;
};

/** Who asks, and for what. */
export function LookSection({ fields: { ownerName, logo, title, introduction, action } }: LookSectionProps) {
  return (
    <Panel title="Look">
      <PanelBody isRoomy>
        <Field
          label="Your name"
          field={ownerName}
          autoComplete="off"
          hint="The name that visitors know you by. It appears on the form and on their private page."
        />
        <LogoField field={logo} />
        <SelectField label="Visitors confirm" field={action} choices={actions} />
        <Field
          label="Title"
          field={title}
          autoComplete="off"
          placeholder="Confirm your deposit"
          hint="Leave empty for the standard title."
        />
        <TextAreaField label="Introduction" field={introduction} rows={3} hint="One or two sentences." />
      </PanelBody>
    </Panel>
  );
}
