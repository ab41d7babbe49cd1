import clsx from "clsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { PlatformResponse } from "#app/schemas/platforms.ts";
import { ActionButton } from "./action-button.tsx";
import { type DeletionData, PlatformDeletion } from "./platform-deletion.tsx";
import styles from "./platform-use.module.css";

type PlatformUseProps = { platform: PlatformResponse; deletion: DeletionData };

/** Whether a platform is on, the default, and how it is deleted. */
export function PlatformUse({ platform, deletion }: PlatformUseProps) {
  const { id: platformId, isActive, isDefault } = platform;
  return (
    <Panel title="On your form">
      <PanelBody isRoomy>
        <p className={text.secondary}>{describeUse(platform)}</p>
        <div className={clsx(layout.row, styles.actions)}>
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

function describeUse({ isActive, isDefault }: PlatformResponse): string {
  if (isDefault) return "This is your default broker. To turn it off, make another one the default.";
  return isActive ? "Visitors can choose it." : "Hidden from your form. Existing claims stay.";
}
