import type { FieldMetadata } from "@conform-to/react";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import layout from "#app/components/ui/layout.module.css";
import { AFFILIATE_SYSTEMS } from "#app/lib/affiliate-systems.ts";

type Texts = FieldMetadata<string>;
type LinkFieldsProps = {
  fields: Record<"name" | "url" | "parameter" | "countryRule" | "countries" | "reason", Texts>;
  /** Whether a missing parameter is taken from what is known of the host. */
  isNew?: boolean;
};

const RULES = [
  { value: "all", label: "Everywhere" },
  { value: "only", label: "Only in these countries" },
  { value: "except", label: "Everywhere but in these countries" },
];

const usualParameters = Object.values(AFFILIATE_SYSTEMS)
  .flatMap(({ name, parameters: [usual] }) => (usual ? `${name}: ${usual}.` : []))
  .join(" ");

/** What an owner says of a link to a broker. */
export function LinkFields({ fields, isNew = false }: LinkFieldsProps) {
  return (
    <>
      <Field
        label="What it is for"
        field={fields.name}
        autoComplete="off"
        hint="For you only, for example Spain, November offer."
      />
      <Field
        label="Your broker’s link"
        field={fields.url}
        type="url"
        autoComplete="off"
        spellCheck={false}
        hint="As the broker gave it to you, without our click ID."
      />
      <Field
        label={
          isNew ? "Parameter for the click ID (optional for known brokers)" : "Parameter for the click ID"
        }
        field={fields.parameter}
        autoComplete="off"
        spellCheck={false}
        hint={usualParameters}
      />
      <div className={layout.halves}>
        <SelectField label="Where it leads on" field={fields.countryRule} choices={RULES} />
        <Field
          label="Countries"
          field={fields.countries}
          autoComplete="off"
          spellCheck={false}
          hint="Two letters each, for example ES, DE."
        />
      </div>
      <Field
        label="What people of other countries read"
        field={fields.reason}
        autoComplete="off"
        hint="For example: This broker takes no clients from your country."
      />
    </>
  );
}
