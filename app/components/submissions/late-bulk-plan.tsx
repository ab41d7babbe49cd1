import type { ComponentProps } from "react";
import { Late, lateScript } from "#app/components/ui/late.tsx";

const script = lateScript(async () => (await import("./bulk-plan.tsx")).BulkPlan);

if (import.meta.env.SSR || document.getElementById("bulk-plan")) await script.load();

/** The plan of a decision of many, whose script only loads once there is one. */
export function LateBulkPlan(props: ComponentProps<typeof script.Lazy>) {
  return <Late script={script} props={props} />;
}
