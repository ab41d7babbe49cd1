import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import type { ButtonHTMLAttributes } from "react";
import { FieldError } from "#app/components/forms/field-error.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { XIcon } from "#app/components/ui/icons.ts";
import type { TierRowInput } from "#app/schemas/tier-form.ts";

type TierRowFieldsProps = {
  row: FieldMetadata<TierRowInput>;
  index: number;
  /** What else is to be known about it, such as months that earn nothing. */
  hints: string[];
  /** conform's button that removes the row. */
  remove: ButtonHTMLAttributes<HTMLButtonElement>;
};

/** One tier: its fields, and its errors and hints below them. */
export function TierRowFields({ row, index, hints, remove }: TierRowFieldsProps) {
  const fields = row.getFieldset();
  const number = index + 1;
  const called = fields.name.value?.trim() || `tier ${number}`;
  const hintId = `${row.id}-hint`;
  const input = (field: FieldMetadata<string | undefined>, label: string, placeholder?: string) => {
    const { key, ...props } = getInputProps(field, {
      type: "text",
      ariaDescribedBy: hints.length > 0 ? hintId : undefined,
    });
    const isName = field.name === fields.name.name;
    return (
      <input
        key={key}
        {...props}
        className={isName ? "input" : "input num"}
        aria-label={`${label}, tier ${number}`}
        autoComplete="off"
        inputMode={isName ? undefined : "decimal"}
        placeholder={placeholder}
      />
    );
  };
  const { key: typeKey, ...type } = getSelectProps(fields.type);
  const { name, minAmount, maxAmount, value } = fields;
  const refused = [name, minAmount, maxAmount, value, fields.type].filter(({ errors }) => errors);
  return (
    <tbody>
      <tr>
        <td data-l="Name">
          <input type="hidden" name={fields.id.name} defaultValue={fields.id.initialValue} />
          {input(name, "Name", `Tier ${number}`)}
        </td>
        <td data-l="Month's total from">{input(minAmount, "Month's total from")}</td>
        <td data-l="to">{input(maxAmount, "Month's total to", "no end")}</td>
        <td data-l="Earns">
          <span className="input-group">
            {input(value, "Earns")}
            <select key={typeKey} {...type} className="select" aria-label={`Of what, tier ${number}`}>
              <option value="percentage">% of it</option>
              <option value="fixed">per verified claim</option>
            </select>
          </span>
        </td>
        <td>
          <Button kind="quiet" isIcon {...remove} type="submit">
            <Icon of={XIcon} />
            <span className="sr">Remove {called}</span>
          </Button>
        </td>
      </tr>
      {refused.length > 0 || hints.length > 0 ? (
        <tr className="about">
          <td colSpan={5}>
            {refused.map(({ id, errorId, errors }) => (
              <FieldError key={id} id={errorId} errors={errors} />
            ))}
            {hints.length > 0 ? (
              <p className="hint" id={hintId}>
                {hints.join(" ")}
              </p>
            ) : null}
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}
