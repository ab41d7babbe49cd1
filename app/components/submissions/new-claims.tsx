import { useNavigation, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useWorkspaceChanges } from "#app/components/live/live-changes.tsx";
import { Button } from "#app/components/ui/button.tsx";

const NONE = { created: 0, decided: 0 };

/**
 * Shows changed states in place. New claims, and those that a colleague has decided, wait for a click, so that
 * the list does not move under its reader.
 * @param loaded what is shown: once it is another one, all that came before is in it
 */
export function NewClaims({ loaded }: { loaded: unknown }) {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const [waiting, setWaiting] = useState({ since: loaded, ...NONE });
  const { created, decided } = waiting.since === loaded ? waiting : NONE;
  useWorkspaceChanges((change) => {
    const now = { created: created + change.created, decided: decided + change.decided };
    setWaiting({ since: loaded, ...now });
    // What was decided in this tab is loaded by its form.
    const isElsewhere = change.ownDecided > 0 && document.visibilityState === "hidden";
    if ((change.changed > 0 || isElsewhere) && now.created + now.decided === 0 && isIdle) revalidate();
  });
  return (
    <div role="status">
      {created + decided > 0 ? (
        <Button isSmall onClick={revalidate}>
          {labelOf(created, decided)}
        </Button>
      ) : null}
    </div>
  );
}

const number = (value: number) => value.toLocaleString("en-US");
const claims = (count: number) => (count === 1 ? "claim" : "claims");

function labelOf(created: number, decided: number): string {
  const news = `${number(created)} new ${claims(created)}`;
  const decisions = `${number(decided)} ${claims(decided)} decided by others`;
  if (decided === 0) return `Show ${news}`;
  return created === 0 ? `Update the list: ${decisions}` : `Update the list: ${news}, ${decisions}`;
}
