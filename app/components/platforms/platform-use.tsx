import { buttonClass } from "#app/components/ui/button.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import type { PlatformAnswer } from "#app/schemas/platforms.ts";
import { ActButton } from "./act-button.tsx";

/** Whether a platform is on, the default, and how it is deleted. */
export function PlatformUse({ platform }: { platform: PlatformAnswer }) {
  const { id: platformId, name, isActive, isDefault } = platform;
  return (
    <Panel title="Use">
      <div className="panel-b stack">
        <p className="sub">{sentenceOf(platform)}</p>
        <div className="row">
          {isDefault ? null : (
            <>
              <ActButton platformId={platformId} act="default" pending="Setting">
                Make default
              </ActButton>
              <ActButton platformId={platformId} act={isActive ? "off" : "on"} pending="Switching">
                Switch {isActive ? "off" : "on"}
              </ActButton>
            </>
          )}
          <details className="menu menu-start">
            <summary className={buttonClass({})}>Delete…</summary>
            <div className="pop confirm">
              <p>
                {name} leaves your lists and your form. With submissions it is archived, and they keep its
                name and their commissions; without, it is gone with its tiers.
              </p>
              <ActButton platformId={platformId} act="delete" kind="danger" isSmall pending="Deleting">
                Delete platform
              </ActButton>
            </div>
          </details>
        </div>
      </div>
    </Panel>
  );
}

function sentenceOf({ isActive, isDefault }: PlatformAnswer): string {
  if (isDefault) return "It is the default platform, so it cannot be switched off.";
  return isActive
    ? "It is on: your form may offer it."
    : "It is off: your form does not offer it. What came in for it stays.";
}
