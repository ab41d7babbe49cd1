import type { ComponentProps } from "react";
import { createLazyPart, LazyComponent } from "#app/components/ui/lazy-component.tsx";

const script = createLazyPart(async () => (await import("./submission-sheet.tsx")).SubmissionSheet);

if (import.meta.env.SSR || new URLSearchParams(location.search).has("open")) await script.load();

// Without a connection, the navigation reports it.
const loadQuietly = () => void script.load().catch(() => undefined);

/** For links to a sheet: loads its script early. */
export const loadSheetEarly = { onPointerEnter: loadQuietly, onFocus: loadQuietly };

/** The sheet, whose script only loads once somebody is about to open one. */
export function LazySheet(props: ComponentProps<typeof script.Lazy>) {
  return <LazyComponent script={script} props={props} />;
}
