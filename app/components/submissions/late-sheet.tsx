import { type ComponentProps, lazy, Suspense, useState } from "react";

type Sheet = typeof import("./submission-sheet.tsx").SubmissionSheet;

let loaded: Sheet | null = null;

async function load(): Promise<{ default: Sheet }> {
  loaded ??= (await import("./submission-sheet.tsx")).SubmissionSheet;
  return { default: loaded };
}

// Before the page is hydrated: what the server has rendered must be the same in the browser.
if (import.meta.env.SSR || new URLSearchParams(location.search).has("open")) await load();

const Late = lazy(load);

// Without a connection, the navigation reports it.
const loadQuietly = () => void load().catch(() => undefined);

/** For links to a sheet: loads its script early. */
export const loadSheetEarly = { onPointerEnter: loadQuietly, onFocus: loadQuietly };

/** The sheet, whose script only loads once somebody is about to open one. */
export function LateSheet(props: ComponentProps<Sheet>) {
  const [Loaded] = useState(() => loaded);
  if (Loaded) return <Loaded {...props} />;
  return (
    <Suspense fallback={null}>
      <Late {...props} />
    </Suspense>
  );
}
