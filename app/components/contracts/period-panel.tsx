import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { shortDate } from "#app/lib/format-date.ts";

export type ContractChoices = {
  currencies: string[];
  timeZones: string[];
  /** Whether it can hold from the beginning: no other contract of the broker does. */
  mayBeFirst: boolean;
  /** The day before the next contract begins, which ends this one; null without one. */
  endedOn: string | null;
};

type PeriodFields = Record<
  "startsOn" | "fromBeginning" | "endsOn" | "timeZone" | "currency" | "paidOnDay",
  FieldMetadata<string>
>;

const toChoice = (value: string) => ({ value, label: value.replaceAll("_", " ") });

/** When a contract counts, in which currency and by whose days. */
export function PeriodPanel({ fields, choices }: { fields: PeriodFields; choices: ContractChoices }) {
  const { currencies, timeZones, mayBeFirst, endedOn } = choices;
  const { key, ...first } = getInputProps(fields.fromBeginning, { type: "checkbox" });
  return (
    <Panel title="When it counts">
      <PanelBody>
        {mayBeFirst ? <Choice key={key} {...first} label="From the beginning" /> : null}
        <div className={layout.halves}>
          <Field
            label={mayBeFirst ? "Or begins with the month" : "Begins with the month"}
            field={fields.startsOn}
            type="month"
            placeholder="2026-12"
            hint="Earlier months keep the contract that they have."
          />
          <Field
            label="Ends with the month (optional)"
            field={fields.endsOn}
            type="month"
            placeholder="2027-03"
            hint={
              endedOn === null
                ? "Without it, it counts until the next contract begins."
                : `The next contract ends it on ${shortDate(endedOn)}.`
            }
          />
        </div>
        <div className={layout.halves}>
          <SelectField label="Amounts in" field={fields.currency} choices={currencies.map(toChoice)} />
          <SelectField
            label="Time zone of the broker’s months"
            field={fields.timeZone}
            choices={timeZones.map(toChoice)}
          />
        </div>
        <div className={layout.halves}>
          <Field
            label="Paid on this day of the next month (optional)"
            field={fields.paidOnDay}
            inputMode="numeric"
            autoComplete="off"
            placeholder="20"
          />
        </div>
      </PanelBody>
    </Panel>
  );
}
