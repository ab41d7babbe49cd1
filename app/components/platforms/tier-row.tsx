import { Input, Select } from "#app/components/forms/control.tsx";
import { FieldError } from "#app/components/forms/field-error.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { XIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import type { TierRow } from "#app/schemas/tiers.ts";
import styles from "./tier-table.module.css";

type TierRowFieldsProps = {
  row: TierRow;
  index: number;
  /** What is wrong, by field and row: `minAmount-0`. */
  faults: Record<string, string>;
  /** What else is to be known of it, such as months that earn nothing. */
  hints: string[];
  onChange: (row: TierRow) => void;
  onRemove: () => void;
};

type TextField = "name" | "minAmount" | "maxAmount" | "value";

/** What a field is called in the form that is sent. */
const names = {
  name: "tierName",
  minAmount: "tierMin",
  maxAmount: "tierMax",
  value: "tierValue",
} satisfies Record<TextField, string>;

/** One tier: its fields, and below them what is wrong with it. */
export function TierRowFields({ row, index, faults, hints, onChange, onRemove }: TierRowFieldsProps) {
  const number = index + 1;
  const called = row.name.trim() || `tier ${number}`;
  const own = (field: string) => faults[`${field}-${index}`];
  const hintId = `tiers-hint-${index}`;
  const input = (field: TextField, label: string, placeholder?: string) => {
    const fault = own(field);
    const described = [fault ? `tiers-${field}-${index}-error` : "", hints.length > 0 ? hintId : ""]
      .join(" ")
      .trim();
    return (
      <Input
        id={`tiers-${field}-${index}`}
        className={field === "name" ? undefined : text.number}
        name={names[field]}
        aria-label={`${label}, tier ${number}`}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described || undefined}
        autoComplete="off"
        inputMode={field === "name" ? undefined : "decimal"}
        placeholder={placeholder}
        value={row[field]}
        onChange={(event) => onChange({ ...row, [field]: event.target.value })}
      />
    );
  };
  const errors = ["name", "minAmount", "maxAmount", "value", "type"].flatMap((field) => {
    const message = own(field);
    return message ? [{ id: `tiers-${field}-${index}-error`, message }] : [];
  });
  return (
    <tbody>
      <tr>
        <td data-label="Name">
          <input type="hidden" name="tierId" value={row.id} />
          {input("name", "Name", `Tier ${number}`)}
        </td>
        <td data-label="Month's total from">{input("minAmount", "Month's total from")}</td>
        <td data-label="to">{input("maxAmount", "Month's total to", "no end")}</td>
        <td data-label="Earns">
          <span className={styles.rate}>
            {input("value", "Earns")}
            <Select
              name="tierType"
              aria-label={`Of what, tier ${number}`}
              value={row.type}
              onChange={(event) => onChange({ ...row, type: event.target.value as TierRow["type"] })}
            >
              <option value="percentage">% of it</option>
              <option value="fixed">per verified claim</option>
            </Select>
          </span>
        </td>
        <td>
          <Button
            kind="quiet"
            isIcon
            type="submit"
            name="intent"
            value={`remove-tier-${index}`}
            onClick={(event) => {
              event.preventDefault();
              onRemove();
            }}
          >
            <Icon of={XIcon} />
            <span className="visually-hidden">Remove {called}</span>
          </Button>
        </td>
      </tr>
      {errors.length > 0 || hints.length > 0 ? (
        <tr className={styles.about}>
          <td colSpan={5}>
            {errors.map(({ id, message }) => (
              <FieldError key={id} id={id} errors={[message]} />
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
