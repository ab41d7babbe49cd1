import { type FieldMetadata, getCollectionProps, getInputProps } from "@conform-to/react";
import { useRef } from "react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { findShades } from "#app/components/opt-in/look.ts";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { FormTheme } from "#app/lib/domain.ts";
import { LogoField } from "./logo-field.tsx";
import styles from "./look-section.module.css";
import type { SettingsValues } from "./values.ts";

const actions = [
  { value: "deposit", label: "A deposit" },
  { value: "purchase", label: "A purchase" },
  { value: "subscription", label: "A subscription" },
];

const themes: { value: FormTheme; label: string }[] = [
  { value: "automatic", label: "Light or dark, as the visitor's device" },
  { value: "light", label: "Always light" },
  { value: "dark", label: "Always dark" },
];

type LookSectionProps = {
  fields: Record<"ownerName" | "logo" | "title" | "introduction" | "action", FieldMetadata<string>> & {
    look: FieldMetadata<SettingsValues["look"]>;
  };
};

/** Who asks, and for what. */
export function LookSection({ fields }: LookSectionProps) {
  const { ownerName, logo, title, introduction, action } = fields;
  const { hasAccent, accentColor, theme } = fields.look.getFieldset();
  return (
    <Panel title="Look">
      <PanelBody isRoomy>
        <Field
          label="Your name"
          field={ownerName}
          autoComplete="off"
          hint="The name that visitors know you by. It appears on the form and on their private page."
        />
        <LogoField field={logo} />
        <AccentColor hasAccent={hasAccent} accentColor={accentColor} theme={theme} />
        <SelectField label="Page" field={theme} choices={themes} />
        <SelectField label="Visitors confirm" field={action} choices={actions} />
        <Field
          label="Title"
          field={title}
          autoComplete="off"
          placeholder="Confirm your deposit"
          hint="Leave empty for the standard title."
        />
        <TextAreaField label="Introduction" field={introduction} rows={3} hint="One or two sentences." />
      </PanelBody>
    </Panel>
  );
}

type AccentColorProps = Record<"hasAccent" | "accentColor" | "theme", FieldMetadata<string>>;

/** The color of the button and of what is chosen. Choosing one means that it is to be used. */
function AccentColor({ hasAccent, accentColor, theme }: AccentColorProps) {
  const own = useRef<HTMLInputElement>(null);
  const [product, other] = getCollectionProps(hasAccent, { type: "radio", options: ["no", "yes"] });
  const { key: productKey, ...toProduct } = product ?? { key: "" };
  const { key: otherKey, ...toOwn } = other ?? { key: "" };
  const { key, ...color } = getInputProps(accentColor, { type: "color" });
  const shades = findShades({
    accentColor: hasAccent.value === "yes" && accentColor.valid ? (accentColor.value ?? null) : null,
    theme: theme.value as FormTheme,
  });
  const { errorId, errors } = accentColor;
  return (
    <FieldGroup legend="Color of the button" field={{ id: hasAccent.id, errorId, errors }}>
      <Choice key={productKey} {...toProduct} label="The product's color" />
      <div className={styles.own}>
        <Choice key={otherKey} {...toOwn} ref={own} label="Your own:" />
        <input
          key={key}
          {...color}
          className={styles.color}
          aria-label="Your own color"
          onInput={() => own.current?.checked === false && own.current.click()}
        />
      </div>
      <div role="status">
        {shades.map(({ shown, color: shade }) => (
          <p key={shown} className={text.small}>
            <svg className={styles.swatch} viewBox="0 0 1 1" aria-hidden="true">
              <rect width="1" height="1" fill={shade} />
            </svg>
            {`Your color is hardly seen on the ${shown} page. There ${shade} stands for it.`}
          </p>
        ))}
      </div>
    </FieldGroup>
  );
}
