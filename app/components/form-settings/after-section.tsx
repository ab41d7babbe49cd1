import { type FieldMetadata, getCollectionProps } from "@conform-to/react";
import { Fragment } from "react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import type { Provider } from "./values.ts";

const withoutAmount = [
  { value: "lead", label: "Send a lead" },
  { value: "skip", label: "Send nothing" },
];

type AfterSectionProps = {
  fields: Record<
    "successMessage" | "redirectUrl" | "withoutAmount" | "sendsToAll" | "selectedFacebookAssetId",
    FieldMetadata<string>
  > & {
    sendTo: FieldMetadata<string[]>;
    eventNames: FieldMetadata<Record<string, string>>;
    selectedAssets: FieldMetadata<Record<string, string>>;
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
  const eventNames = fields.eventNames.getFieldset();
  const assets = fields.selectedAssets.getFieldset();
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
        <SelectField
          label="Without an amount"
          field={fields.withoutAmount}
          choices={withoutAmount}
          hint="Some ad platforms refuse a purchase that has no amount."
        />
        {providers.map(({ id, name, isPrimary, assetLabel, assets: choices, warning, ...provider }) => {
          const asset = isPrimary ? fields.selectedFacebookAssetId : assets[id];
          return (
            <Fragment key={id}>
              {choices.length > 0 && asset ? (
                <SelectField
                  label={assetLabel}
                  field={asset}
                  choices={choices.map((choice) => ({
                    value: choice.id,
                    label: choice.name ? `${choice.name} (${choice.id})` : choice.id,
                  }))}
                  none="As connected"
                />
              ) : null}
              {provider.hasEventNames && eventNames[id] ? (
                <Field
                  label={`Event name at ${name}`}
                  field={eventNames[id]}
                  autoComplete="off"
                  spellCheck={false}
                  hint={`${provider.eventNameHint ?? ""} Leave empty to send Purchase (or Subscribe).`.trim()}
                />
              ) : null}
              {warning ? <Alert tone="copper">{warning}</Alert> : null}
            </Fragment>
          );
        })}
      </PanelBody>
    </Panel>
  );
}
