import type { ComponentProps } from "react";
import { createLazyPart, LazyComponent } from "#app/components/ui/lazy-component.tsx";

const script = createLazyPart(async () => (await import("./bulk-plan.tsx")).BulkPlanPanel);

if (import.meta.env.SSR || document.getElementById("bulk-plan")) await script.load();

/** The plan of a bulk decision, whose script only loads once there is one. */
export function LazyBulkPlan(props: ComponentProps<typeof script.Lazy>) {
  return <LazyComponent script={script} props={props} />;
}
