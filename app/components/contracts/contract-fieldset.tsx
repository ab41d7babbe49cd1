import { type FieldMetadata, type FormMetadata, getInputProps } from "@conform-to/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Choice } from "#app/components/forms/choice.tsx";
import { FieldErrorText } from "#app/components/forms/field-error.tsx";
import type { FormValues } from "#app/components/forms/input-form.tsx";
import { useDraft } from "#app/components/forms/use-draft.ts";
import { useLeaveWarning } from "#app/components/forms/use-leave-warning.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PlusIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { useFocusNext } from "#app/components/ui/use-focus-next.ts";
import type { PaidKind } from "#app/lib/contracts.ts";
import {
  FORM_STEPS_MAX,
  type NewContractForm,
  nextStepRow,
  type StepRow,
} from "#app/schemas/contract-form.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PaymentPanel } from "./payment-panel.tsx";
import { PAYMENT_KINDS, PAYMENTS } from "./payment-words.ts";
import { type ContractChoices, PeriodPanel } from "./period-panel.tsx";
import { listStepHints } from "./step-hints.ts";

type Values = FormValues<typeof NewContractForm, "save">;

type ContractFieldsetProps = {
  form: FormMetadata<Values>;
  fields: { [Name in keyof Values]: FieldMetadata<Values[Name], Values> };
  choices: ContractChoices;
  /** The version that another window has saved: to save again replaces it. */
  newer: string | undefined;
};

const ADD = "#contract-add button";

/** When a contract counts and what it pays. */
export function ContractFieldset({ form, fields, choices, newer }: ContractFieldsetProps) {
  const focusNext = useFocusNext();
  const isHydrated = useHydrated();
  const { steps } = fields;
  const rows = steps.getFieldList();
  const typed = rows.map((row) => (row.value ?? {}) as Partial<StepRow>);
  const hints = listStepHints(typed, fields.currency.value ?? "");
  const kindOf = (index: number) => rows[index]?.getFieldset().kind.initialValue as PaidKind | undefined;
  const seen = newer ?? fields.seen.initialValue;
  useDraft("contract", form.dirty ? (form.value as Values) : null, (value) => form.update({ value }));
  useLeaveWarning(form.dirty && isHydrated, messages.contracts.leaveUnsaved);
  const addStep = (kind: PaidKind, last?: Partial<StepRow>) => ({
    ...form.insert.getButtonProps({ name: steps.name, defaultValue: nextStepRow(kind, last) }),
    onClick: () => focusNext(`[name="steps[${rows.length}].value"]`),
  });
  const hasRoom = rows.length < FORM_STEPS_MAX;
  const shown = PAYMENT_KINDS.filter((kind) => rows.some((_, index) => kindOf(index) === kind));
  return (
    <>
      {/* Enter presses the first button, which would remove a step. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="seen" value={seen} />
      <PeriodPanel fields={fields} choices={choices} />
      {shown.map((kind) => {
        const own = rows.flatMap((row, index) => (kindOf(index) === kind ? [{ row, index }] : []));
        const placed = own.map(({ row, index }) => ({
          row,
          hints: hints[index] ?? [],
          remove: {
            ...form.remove.getButtonProps({ name: steps.name, index }),
            onClick: () => focusNext(ADD),
          },
        }));
        const last = own.at(-1)?.index;
        return (
          <PaymentPanel
            key={kind}
            kind={kind}
            steps={placed}
            terms={fields}
            add={hasRoom ? addStep(kind, last === undefined ? undefined : typed[last]) : null}
          />
        );
      })}
      <Panel title={shown.length > 0 ? "Another payment" : "What the broker pays for"}>
        <PanelBody>
          {shown.length > 0 ? (
            <p className={text.secondary}>Two or more payments make a hybrid contract.</p>
          ) : (
            <UnknownField field={fields.isUnknown} />
          )}
          <FieldErrorText id={steps.errorId} errors={steps.errors} />
          <p className={layout.row} id="contract-add">
            {PAYMENT_KINDS.filter((kind) => hasRoom && !shown.includes(kind)).map((kind) => (
              <Button key={kind} {...addStep(kind)} type="submit" isSmall>
                <Icon of={PlusIcon} />
                Add {PAYMENTS[kind].add}
              </Button>
            ))}
          </p>
        </PanelBody>
      </Panel>
    </>
  );
}

function UnknownField({ field }: { field: FieldMetadata<string> }) {
  const { key, ...props } = getInputProps(field, { type: "checkbox" });
  return (
    <div>
      <Choice key={key} {...props} label="Not known: I can’t say what this broker pays" />
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </div>
  );
}
