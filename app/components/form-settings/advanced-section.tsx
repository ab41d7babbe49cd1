import type { FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import { PrivacySection } from "./privacy-section.tsx";
import type { Provider, SettingsValues } from "./values.ts";

const withoutAmount = [
  { value: "lead", label: "Send a lead" },
  { value: "skip", label: "Send nothing" },
];

type Name =
  | "frameOrigins"
  | "withoutAmount"
  | "eventNames"
  | "selectedFacebookAssetId"
  | "selectedAssets"
  | "retentionDays"
  | "clickDays"
  | "slowDown";
type AdvancedSectionProps = {
  fields: { [Key in Name]: FieldMetadata<SettingsValues[Key]> };
  providers: Provider[];
};

/** What few forms need. */
export function AdvancedSection({ fields, providers }: AdvancedSectionProps) {
  const eventNames = fields.eventNames.getFieldset();
  const assets = fields.selectedAssets.getFieldset();
  return (
    <>
      <Panel title="Events">
        <PanelBody isRoomy>
          <SelectField
            label="Without an amount"
            field={fields.withoutAmount}
            choices={withoutAmount}
            hint="Some ad platforms refuse a purchase that has no amount."
          />
          <div className={layout.halves}>
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
          </div>
        </PanelBody>
      </Panel>
      <Panel title="Embedding">
        <PanelBody isRoomy>
          <TextAreaField
            label="Websites that may embed your form"
            field={fields.frameOrigins}
            rows={2}
            placeholder="https://casa.example"
            spellCheck={false}
            hint="One https address per line. Leave empty to open the form on its own page only."
          />
        </PanelBody>
      </Panel>
      <Panel title="Slow down">
        <PanelBody isRoomy>
          <Field
            label="Claims a minute that count as usual"
            field={fields.slowDown}
            inputMode="numeric"
            autoComplete="off"
            hint="For a rush of false claims. Nobody is refused: claims above this number are marked “came in a rush”. No sum counts them, and no statement makes them certain, until you verify them. Leave empty to switch it off."
          />
          <p className={text.small}>
            <Link to={paths.submissions({ rush: "yes", status: "all" })}>Claims that came in a rush</Link>
          </p>
        </PanelBody>
      </Panel>
      <PrivacySection fields={fields} />
    </>
  );
}
