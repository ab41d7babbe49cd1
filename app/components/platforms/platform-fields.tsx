import { type FieldMetadata, getCollectionProps } from "@conform-to/react";
import { Field } from "#app/components/forms/field.tsx";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { PLATFORM_ICONS } from "#app/schemas/platforms.ts";
import styles from "./platform-fields.module.css";
import { iconLabels, PlatformIcon } from "./platform-icon.tsx";

type PlatformFieldsProps = {
  name: FieldMetadata<string>;
  icon: FieldMetadata<string>;
  hint?: string;
};

/** A platform's name, and its icon out of ten pictures. */
export function PlatformFields({ name, icon, hint }: PlatformFieldsProps) {
  const radios = getCollectionProps(icon, { type: "radio", options: [...PLATFORM_ICONS] });
  return (
    <>
      <Field label="Name" field={name} autoComplete="off" hint={hint} />
      <FieldGroup legend="Icon" field={icon}>
        <div className={styles.icons}>
          {radios.map(({ key, ...props }, index) => {
            const choice = PLATFORM_ICONS[index] ?? "ChartLine";
            return (
              <label key={key} htmlFor={props.id} title={iconLabels(choice)}>
                <input {...props} className="visually-hidden" />
                <PlatformIcon name={choice} className={styles.icon} />
                <span className="visually-hidden">{iconLabels(choice)}</span>
              </label>
            );
          })}
        </div>
      </FieldGroup>
    </>
  );
}
