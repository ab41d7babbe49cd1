import { Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";

type AnswerSelectProps = {
  name: string;
  label: string;
  /** What was used or guessed; empty without one. */
  value: string;
  /** Whether one has to be chosen. */
  isAsked: boolean;
  /** What no choice means. */
  none?: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  disabled: boolean;
};

/** A choice about a whole file. */
export function AnswerSelect({ name, label, value, isAsked, none, options, disabled }: AnswerSelectProps) {
  const isOpen = isAsked || value === "" || none !== undefined;
  return (
    <FieldBox label={label} htmlFor={`answer-${name}`}>
      <Select id={`answer-${name}`} name={name} defaultValue={value} disabled={disabled}>
        {isOpen ? <option value="">{isAsked ? "Choose" : (none ?? "Choose")}</option> : null}
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </Select>
    </FieldBox>
  );
}
