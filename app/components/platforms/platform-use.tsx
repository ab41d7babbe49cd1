import { Link } from "@remix-run/react";
import clsx from "clsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import type { PlatformResponse } from "#app/schemas/platforms.ts";
import { ActionButton } from "./action-button.tsx";
import { type DeletionData, PlatformDeletion } from "./platform-deletion.tsx";
import styles from "./platform-use.module.css";

type Form = { id: string; name: string; isDefault: boolean; isOpen: boolean; hasPlatform: boolean };

type PlatformUseProps = {
  platform: PlatformResponse;
  /** Archived ones left out. */
  forms: Form[];
  deletion: DeletionData;
  canEdit: boolean;
};

/** On which forms visitors can choose a platform, and what changes that. */
export function PlatformUse({ platform, forms, deletion, canEdit }: PlatformUseProps) {
  const { id: platformId, isActive, isDefault } = platform;
  const defaultForm = forms.find((form) => form.isDefault) ?? forms[0];
  const hasSeveral = forms.length > 1;
  return (
    <Panel title={hasSeveral ? "On your forms" : "On your form"}>
      <PanelBody isRoomy>
        {hasSeveral ? (
          <ul>
            {forms.map((form) => (
              <li key={form.id}>
                <Link to={paths.formSettings({ formId: form.id })}>
                  <bdi>{form.name}</bdi>
                </Link>
                : <span className={text.secondary}>{describeUse(platform, form, "this form")}</span>
              </li>
            ))}
          </ul>
        ) : null}
        <p className={text.secondary}>
          {hasSeveral ? null : defaultForm ? (
            describeUse(platform, defaultForm, "your form")
          ) : (
            <>
              You have no form yet. <Link to={paths.formSettings()}>Create it</Link>
            </>
          )}
          {isDefault ? " This is your default broker. To turn it off, make another one the default." : null}
        </p>
        {canEdit ? (
          <div className={clsx(layout.row, styles.actions)}>
            {defaultForm && !defaultForm.hasPlatform && isActive ? (
              <ActionButton platformId={platformId} action="add-to-form" kind="primary" pending="Adding">
                {hasSeveral ? (
                  <>
                    Add to <bdi>{defaultForm.name}</bdi>
                  </>
                ) : (
                  "Add to your form"
                )}
              </ActionButton>
            ) : null}
            {isDefault ? null : (
              <>
                <ActionButton platformId={platformId} action="default" pending="Setting">
                  Make default
                </ActionButton>
                <ActionButton platformId={platformId} action={isActive ? "off" : "on"} pending="Switching">
                  Switch {isActive ? "off" : "on"}
                </ActionButton>
              </>
            )}
            <PlatformDeletion platform={platform} deletion={deletion} />
          </div>
        ) : null}
      </PanelBody>
    </Panel>
  );
}

/** @param formWords what the sentence calls the form */
function describeUse(
  { isActive }: PlatformResponse,
  { isOpen, hasPlatform }: Form,
  formWords: "your form" | "this form",
): string {
  if (!hasPlatform) return `It is not on ${formWords}: visitors can't choose it.`;
  if (!isActive) return `Hidden from ${formWords}. Existing claims stay.`;
  return isOpen ? "Visitors can choose it." : `Visitors can choose it once ${formWords} is open again.`;
}
