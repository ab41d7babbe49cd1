import { createContext, useContext, useMemo } from "react";
import { SHOWN_WORKSPACE } from "#app/lib/form-reply.ts";

const ShownWorkspaceContext = createContext<string | null>(null);

/** The id of the workspace that the page shows. Forms send it, so that they act in no other one. */
export const ShownWorkspaceProvider = ShownWorkspaceContext.Provider;

/** The field of a form that is sent by script. */
export function useShownWorkspace(): Record<string, string> {
  const id = useContext(ShownWorkspaceContext);
  return useMemo(() => {
    const fields: Record<string, string> = id === null ? {} : { [SHOWN_WORKSPACE]: id };
    return fields;
  }, [id]);
}
