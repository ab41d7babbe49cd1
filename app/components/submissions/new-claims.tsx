import { useNavigation, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { useWorkspaceChanges } from "./use-workspace-changes.ts";

/**
 * Shows changed states in place. New claims wait for a click, so that the list does not move under its
 * reader.
 */
export function NewClaims() {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const [created, setCreated] = useState(0);
  useWorkspaceChanges((change) => {
    setCreated(created + change.created);
    if (change.changed > 0 && created + change.created === 0 && isIdle) revalidate();
  });
  const show = () => {
    setCreated(0);
    revalidate();
  };
  return (
    <div role="status">
      {created > 0 ? (
        <Button isSmall onClick={show}>
          Show {created.toLocaleString("en-US")} new {created === 1 ? "claim" : "claims"}
        </Button>
      ) : null}
    </div>
  );
}
