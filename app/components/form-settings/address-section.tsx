import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { useFetcher, useParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Input } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { paths } from "#app/paths.ts";
import styles from "./address-section.module.css";
import type { SettingsValues } from "./values.ts";

const CHECK_AFTER_MS = 350;

type Fields = Required<{ [Name in keyof SettingsValues]: FieldMetadata<SettingsValues[Name]> }>;
type AddressSectionProps = {
  fields: Pick<Fields, "slug" | "isActive">;
  /** The URL before the slug: `https://attesto.example/optin/`. */
  base: string;
};

/** The form's address, and whether it is open. */
export function AddressSection({ fields: { slug, isActive }, base }: AddressSectionProps) {
  const { key, ...props } = getInputProps(slug, { type: "text" });
  const { key: activeKey, ...active } = getInputProps(isActive, { type: "checkbox" });
  return (
    <Panel title="Address">
      <PanelBody isRoomy>
        <FieldBox
          label="Address of your form"
          htmlFor={slug.id}
          field={slug}
          hint="3–50 characters. Earlier addresses of your form lead to the new one, and nobody else gets them."
        >
          <div className={styles.address}>
            <span className={styles.base}>{base}</span>
            <Input key={key} {...props} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </div>
          <Availability typed={slug.value ?? ""} saved={slug.initialValue ?? ""} />
        </FieldBox>
        <Choice key={activeKey} {...active} label="Open: visitors can confirm. Uncheck to pause the form." />
      </PanelBody>
    </Panel>
  );
}

/** Says whether a slug is free while it is typed. Without script the server says so when it is saved. */
function Availability({ typed, saved }: { typed: string; saved: string }) {
  const { formId } = useParams();
  const { load, data } = useFetcher<{ slug: string; isFree: boolean; message: string }>();
  const asked = useRef(saved);
  const slug = typed.trim().toLowerCase();
  useEffect(() => {
    if (slug === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = slug;
      load(paths.slugCheck({ formId, slug }));
    }, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [formId, slug, load]);
  const isCurrent = data !== undefined && data.slug === slug && slug !== saved;
  return (
    <p className={isCurrent && data.isFree ? styles.free : styles.taken} role="status">
      {isCurrent ? data.message : null}
    </p>
  );
}
