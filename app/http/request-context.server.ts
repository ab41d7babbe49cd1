import { createScope } from "#app/lib/scope.server.ts";
import type { LoadContext } from "./load-context.ts";

/** The load context, the same for all loaders and actions of a request. */
const scope = createScope<LoadContext>();

export const runWithContext = scope.run;

/** The context of the current page request. */
export function getContext(): LoadContext {
  const context = scope.get();
  if (!context) throw new Error("This is asked inside page() only, which knows the request.");
  return context;
}
