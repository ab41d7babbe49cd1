import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import type { ButtonHTMLAttributes } from "react";
import { Input, Select } from "#app/components/forms/control.tsx";
import { FieldErrorText } from "#app/components/forms/field-error.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { XIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import type { TierRowInput } from "#app/schemas/tier-form.ts";
import styles from "./tier-table.module.css";

type TierRowFieldsProps = {
  row: FieldMetadata<TierRowInput>;
  index: number;
  /** Notes such as a gap below the tier. */
  hints: string[];
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
      <Input
        key={key}
        {...props}
        className={isName ? undefined : text.number}
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
        <td data-label="Name">
          <input type="hidden" name={fields.id.name} defaultValue={fields.id.initialValue} />
          {input(name, "Name", `Tier ${number}`)}
        </td>
        <td data-label="Monthly deposits from">{input(minAmount, "Monthly deposits from")}</td>
        <td data-label="up to">{input(maxAmount, "Monthly deposits up to", "no limit")}</td>
        <td data-label="You earn">
          <span className={styles.rate}>
            {input(value, "You earn")}
            <Select key={typeKey} {...type} aria-label={`Of what, tier ${number}`}>
              <option value="percentage">% of the deposit</option>
              <option value="fixed">per verified claim</option>
            </Select>
          </span>
        </td>
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
            {refused.map(({ id, errorId, errors }) => (
              <FieldErrorText key={id} id={errorId} errors={errors} />
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
