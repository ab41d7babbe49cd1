import { ButtonLink } from "#app/components/ui/button.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { PlanUsage } from "#app/lib/plans.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";

/** The workspace's plan and what is used of it this month. */
export function PlanPanel({ planName, isActive, used, limit }: PlanUsage) {
  return (
    <Panel title="Plan">
      <PanelBody>
        <KeyValues
          facts={[
            { label: "Plan", value: isActive ? planName : "None active" },
            {
              label: "This month",
              value: `${formatNumber(used)} verified claims${limit === null ? "" : ` of ${formatNumber(limit)}`}`,
            },
          ]}
        />
        <p className={text.secondary}>
          Beyond the limit nothing is held back: every claim is taken and sent. We ask you to choose a larger
          plan.
        </p>
        <div>
          <ButtonLink to={paths.contact({ subject: "billing" })}>Choose a plan</ButtonLink>
        </div>
      </PanelBody>
    </Panel>
  );
}
