import { type FieldMetadata, getInputProps } from "@conform-to/react";
import clsx from "clsx";
import type { ButtonHTMLAttributes } from "react";
import { Input } from "#app/components/forms/control.tsx";
import { FieldErrorText } from "#app/components/forms/field-error.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { XIcon } from "#app/components/ui/icons.ts";
import { cardTableClass } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import type { PaidKind } from "#app/lib/contracts.ts";
import type { StepRow } from "#app/schemas/contract-form.ts";
import { PAYMENTS, valueLabel } from "./payment-words.ts";
import styles from "./step-table.module.css";

export type PlacedStep = {
  row: FieldMetadata<Record<keyof StepRow, string>>;
  /** Such as a gap below the step. */
  hints: string[];
  remove: ButtonHTMLAttributes<HTMLButtonElement>;
};

/** The steps of one kind of payment. */
export function StepTable({ kind, steps }: { kind: PaidKind; steps: PlacedStep[] }) {
  const { name, from } = PAYMENTS[kind];
  return (
    <table className={clsx(cardTableClass, styles.table)}>
      <caption className="visually-hidden">Steps of {name}</caption>
      <thead>
        <tr>
          <th scope="col">{from}</th>
          <th scope="col">up to</th>
          <th scope="col">Countries</th>
          <th scope="col">{valueLabel(kind)}</th>
          <th scope="col">
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      {steps.map((step, index) => (
        <StepFields key={step.row.key ?? step.row.name} kind={kind} number={index + 1} {...step} />
      ))}
    </table>
  );
}

function StepFields({ kind, number, row, hints, remove }: PlacedStep & { kind: PaidKind; number: number }) {
  const { id, kind: ofKind, name, from, to, countries, value } = row.getFieldset();
  const words = PAYMENTS[kind];
  const called = `${words.name} step ${number}`;
  const hintId = `${row.id}-hint`;
  const input = (field: FieldMetadata<string>, label: string, placeholder?: string) => {
    const { key, ...props } = getInputProps(field, {
      type: "text",
      ariaDescribedBy: hints.length > 0 ? hintId : undefined,
    });
    const isNumber = field.name !== countries.name;
    return (
      <Input
        key={key}
        {...props}
        className={isNumber ? text.number : undefined}
        aria-label={`${label}, ${called}`}
        autoComplete="off"
        spellCheck={isNumber ? undefined : false}
        inputMode={isNumber ? "decimal" : undefined}
        placeholder={placeholder}
      />
    );
  };
  const refused = [ofKind, from, to, countries, value].filter(({ errors }) => errors);
  return (
    <tbody>
      <tr>
        <td data-label={words.from}>
          <input type="hidden" name={ofKind.name} value={kind} />
          {[id, name].map((kept) =>
            kept.initialValue ? (
              <input key={kept.name} type="hidden" name={kept.name} defaultValue={kept.initialValue} />
            ) : null,
          )}
          {input(from, words.from)}
        </td>
        <td data-label="up to">{input(to, "Up to", "no limit")}</td>
        <td data-label="Countries">{input(countries, "Countries", "all others")}</td>
        <td data-label={valueLabel(kind)}>{input(value, valueLabel(kind))}</td>
        <td>
          <Button kind="quiet" isIcon {...remove} type="submit">
            <Icon of={XIcon} />
            <span className="visually-hidden">Remove {called}</span>
          </Button>
        </td>
      </tr>
      {refused.length > 0 || hints.length > 0 ? (
        <tr className={styles.about}>
          <td colSpan={5}>
            {refused.map((field) => (
              <FieldErrorText key={field.id} id={field.errorId} errors={field.errors} />
            ))}
            {hints.length > 0 ? (
              <p className={text.small} id={hintId}>
                {hints.join(" ")}
              </p>
            ) : null}
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}
