import { Input, Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";

type SelectProps = {
  label: string;
  name: string;
  value: string | undefined;
  choices: { value: string; label: string }[];
  /** The choice that filters nothing. */
  none?: string;
};

export function SelectFilter({ label, name, value, choices, none }: SelectProps) {
  return (
    <FieldBox label={label} htmlFor={`filter-${name}`}>
      <Select id={`filter-${name}`} name={name} defaultValue={value ?? ""}>
        {none ? <option value="">{none}</option> : null}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </FieldBox>
  );
}

/** The forms of a workspace that has several. */
export function FormFilter({
  value,
  forms,
}: {
  value: string | undefined;
  forms: { id: string; label: string }[];
}) {
  const choices = forms.map(({ id, label }) => ({ value: id, label }));
  return <SelectFilter label="Form" name="form" value={value} choices={choices} none="All forms" />;
}

type TextProps = { label: string; name: string; value: string | undefined; type?: "text" | "date" };

export function TextFilter({ label, name, value, type = "text" }: TextProps) {
  return (
    <FieldBox label={label} htmlFor={`filter-${name}`}>
      <Input id={`filter-${name}`} name={name} type={type} defaultValue={value} />
    </FieldBox>
  );
}

/** A range of days, in the fields that `dateRange` of the query schemas reads. */
export function DaysFilter({ from, to }: { from?: string; to?: string }) {
  return (
    <>
      <TextFilter label="From" name="from" value={from?.slice(0, 10)} type="date" />
      <TextFilter label="To" name="to" value={to?.slice(0, 10)} type="date" />
    </>
  );
}
