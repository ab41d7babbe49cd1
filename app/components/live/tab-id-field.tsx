import { useHydrated } from "remix-utils/use-hydrated";

/** Names this tab among those that show the same list. */
export const tabId = Math.random().toString(36).slice(2);

/** Says which tab a decision is made in, so that this one need not report it. */
export function TabIdField() {
  return useHydrated() ? <input type="hidden" name="tab" value={tabId} /> : null;
}
