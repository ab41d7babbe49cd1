import { Panel } from "#app/components/ui/panel.tsx";
import type { PlatformResponse } from "#app/schemas/platforms.ts";
import { ActionButton } from "./action-button.tsx";
import { type DeletionData, PlatformDeletion } from "./platform-deletion.tsx";

type PlatformUseProps = { platform: PlatformResponse; deletion: DeletionData };

/** Whether a platform is on, the default, and how it is deleted. */
export function PlatformUse({ platform, deletion }: PlatformUseProps) {
  const { id: platformId, isActive, isDefault } = platform;
  return (
    <Panel title="Use">
      <div className="panel-b stack">
        <p className="sub">{sentenceOf(platform)}</p>
        <div className="row asks">
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
      </div>
    </Panel>
  );
}

function sentenceOf({ isActive, isDefault }: PlatformResponse): string {
  if (isDefault) return "It is the default platform, so it cannot be switched off.";
  return isActive
    ? "It is on: your form may offer it."
    : "It is off: your form does not offer it. What came in for it stays.";
}
