import { type FieldMetadata, getCollectionProps } from "@conform-to/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import type { Provider } from "./values.ts";

type AfterSectionProps = {
  fields: Record<"successMessage" | "redirectUrl" | "sendsToAll", FieldMetadata<string>> & {
    sendTo: FieldMetadata<string[]>;
  };
  providers: Provider[];
};

/** What visitors see after they sent the form, and where verified claims go. */
export function AfterSection({ fields, providers }: AfterSectionProps) {
  const [all, some] = getCollectionProps(fields.sendsToAll, { type: "radio", options: ["yes", "no"] });
  const chosen = getCollectionProps(fields.sendTo, {
    type: "checkbox",
    options: providers.map(({ id }) => id),
  });
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
      </PanelBody>
    </Panel>
  );
}
