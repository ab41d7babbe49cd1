import { type FieldMetadata, getCollectionProps } from "@conform-to/react";
import { Field } from "#app/components/forms/field.tsx";
import { FieldError } from "#app/components/forms/field-error.tsx";
import { PLATFORM_ICONS } from "#app/schemas/platforms.ts";
import { iconLabels, PlatformIcon } from "./platform-icon.tsx";

export type PlatformValues = { name: string; icon: string };

type PlatformFieldsProps = {
  name: FieldMetadata<string>;
  icon: FieldMetadata<string>;
  /** Below the name. */
  hint?: string;
};

/** A platform's name, and its icon out of ten pictures. */
export function PlatformFields({ name, icon, hint }: PlatformFieldsProps) {
  const radios = getCollectionProps(icon, { type: "radio", options: [...PLATFORM_ICONS] });
  return (
    <>
      <Field label="Name" field={name} autoComplete="off" hint={hint} />
      <fieldset className="field" id={icon.id} aria-describedby={icon.errorId} tabIndex={-1}>
        <legend className="flabel pb-1.5">Icon</legend>
        <div className="icon-choice">
          {radios.map(({ key, ...props }, index) => {
            const choice = PLATFORM_ICONS[index] ?? "ChartLine";
            return (
              <label key={key} htmlFor={props.id} title={iconLabels(choice)}>
                <input {...props} className="sr" />
                <PlatformIcon name={choice} />
                <span className="sr">{iconLabels(choice)}</span>
              </label>
            );
          })}
        </div>
        <FieldError id={icon.errorId} errors={icon.errors} />
      </fieldset>
    </>
  );
}
