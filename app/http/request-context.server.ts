import { AsyncLocalStorage } from "node:async_hooks";
import type { LoadContext } from "./load-context.ts";

/** What Remix gives every loader and action of one request: by it they know that they answer the same one. */
const answering = new AsyncLocalStorage<LoadContext>();

export const runWithContext = <R>(context: LoadContext, handle: () => R): R => answering.run(context, handle);

/** The page request that is being answered. */
export function getContext(): LoadContext {
  const context = answering.getStore();
  if (!context) throw new Error("This is asked inside page() only, which knows the request.");
  return context;
}
