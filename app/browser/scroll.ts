/** What the positions of this tab's pages are kept under while another site, or a reload, is in between. */
export const SCROLL_POSITIONS = "positions";

/** Restores the scroll position of a full page load, which the router does not. Runs before it reads the history. */
export function restoreScroll(): void {
  // Without one of their own all loaded documents would share one position.
  if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
  const kept = JSON.parse(sessionStorage.getItem(SCROLL_POSITIONS) ?? "{}") as Record<string, number>;
  const top = kept[history.state.key];
  if (top !== undefined) scrollTo(0, top);
}
