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

/** Null without one. */
type Form = { isOpen: boolean; hasPlatform: boolean } | null;

type PlatformUseProps = {
  platform: PlatformResponse;
  form: Form;
  deletion: DeletionData;
};

/** Whether visitors can choose a platform, and what changes that. */
export function PlatformUse({ platform, form, deletion }: PlatformUseProps) {
  const { id: platformId, isActive, isDefault } = platform;
  return (
    <Panel title="On your form">
      <PanelBody isRoomy>
        <p className={text.secondary}>
          {form ? (
            describeUse(platform, form)
          ) : (
            <>
              You have no form yet. <Link to={paths.formSettings()}>Create it</Link>
            </>
          )}
          {isDefault ? " This is your default broker. To turn it off, make another one the default." : null}
        </p>
        <div className={clsx(layout.row, styles.actions)}>
          {form && !form.hasPlatform && isActive ? (
            <ActionButton platformId={platformId} action="add-to-form" kind="primary" pending="Adding">
              Add to your form
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
      </PanelBody>
    </Panel>
  );
}

function describeUse({ isActive }: PlatformResponse, { isOpen, hasPlatform }: NonNullable<Form>): string {
  if (!hasPlatform) return "It is not on your form: visitors can't choose it.";
  if (!isActive) return "Hidden from your form. Existing claims stay.";
  return isOpen ? "Visitors can choose it." : "Visitors can choose it once your form is open again.";
}
