import type { ComponentProps } from "react";
import { Late, lateScript } from "#app/components/ui/late.tsx";

const script = lateScript(async () => (await import("./submission-sheet.tsx")).SubmissionSheet);

if (import.meta.env.SSR || new URLSearchParams(location.search).has("open")) await script.load();

// Without a connection, the navigation reports it.
const loadQuietly = () => void script.load().catch(() => undefined);

/** For links to a sheet: loads its script early. */
export const loadSheetEarly = { onPointerEnter: loadQuietly, onFocus: loadQuietly };

/** The sheet, whose script only loads once somebody is about to open one. */
export function LateSheet(props: ComponentProps<typeof script.Lazy>) {
  return <Late script={script} props={props} />;
}
