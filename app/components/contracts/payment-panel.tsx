import { type FieldMetadata, getInputProps } from "@conform-to/react";
import type { ComponentProps } from "react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PlusIcon } from "#app/components/ui/icons.ts";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { PaidKind } from "#app/lib/contracts.ts";
import styles from "./payment-panel.module.css";
import { PAYMENTS } from "./payment-words.ts";
import { type PlacedStep, StepTable } from "./step-table.tsx";

type Condition = "depositMin" | "within" | "days" | "lotsMin" | "tradesMin";

type TermFields = {
  cpa: FieldMetadata<Record<Condition, string>>;
  carriesLosses: FieldMetadata<string>;
  clawBackDays: FieldMetadata<Record<PaidKind, string>>;
};

type PaymentPanelProps = {
  kind: PaidKind;
  steps: PlacedStep[];
  terms: TermFields;
  /** The button that adds a step; null where there is no room for one. */
  add: ComponentProps<typeof Button> | null;
};

/** What a contract says of one kind of payment. */
export function PaymentPanel({ kind, steps, terms, add }: PaymentPanelProps) {
  const { name, hint } = PAYMENTS[kind];
  const clawBackDays = terms.clawBackDays.getFieldset()[kind];
  return (
    <Panel title={name}>
      <PanelBody>
        <p className={text.secondary}>{hint}</p>
        {kind === "cpa" ? <Conditions fields={terms.cpa.getFieldset()} clawBackDays={clawBackDays} /> : null}
        {kind === "share_of_revenue" ? <LossesField field={terms.carriesLosses} /> : null}
        {kind !== "cpa" && clawBackDays.initialValue ? (
          <input type="hidden" name={clawBackDays.name} defaultValue={clawBackDays.initialValue} />
        ) : null}
      </PanelBody>
      <StepTable kind={kind} steps={steps} />
      {add ? (
        <PanelBody>
          <Button {...add} type="submit" isSmall>
            <Icon of={PlusIcon} />
            Add a step<span className="visually-hidden"> to {name}</span>
          </Button>
        </PanelBody>
      ) : null}
    </Panel>
  );
}

const WITHIN = [
  { value: "days", label: "All of the days" },
  { value: "24h", label: "The first 24 hours" },
];

type ConditionsProps = {
  fields: Record<Condition, FieldMetadata<string>>;
  clawBackDays: FieldMetadata<string>;
};

function Conditions({ fields, clawBackDays }: ConditionsProps) {
  const { depositMin, within, days, lotsMin, tradesMin } = fields;
  const whole = { inputMode: "numeric", autoComplete: "off" } as const;
  return (
    <fieldset className={styles.conditions}>
      <legend>A client qualifies who meets all of these</legend>
      <Field label="Deposits at least" field={depositMin} inputMode="decimal" autoComplete="off" />
      <SelectField label="Added up over" field={within} choices={WITHIN} />
      <Field label="Days from the first deposit" field={days} {...whole} />
      <Field label="Lots at least" field={lotsMin} inputMode="decimal" autoComplete="off" />
      <Field label="Trades at least" field={tradesMin} {...whole} />
      <Field label="Claw-back days" field={clawBackDays} {...whole} />
    </fieldset>
  );
}

function LossesField({ field }: { field: FieldMetadata<string> }) {
  const { key, ...props } = getInputProps(field, { type: "checkbox" });
  return <Choice key={key} {...props} label="A month below zero is carried over to the next" />;
}
