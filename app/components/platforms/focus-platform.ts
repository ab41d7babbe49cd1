/** Moves the focus to a platform's link in the list; without an id to the last one's, where a new one stands. */
export function focusPlatform(id?: string): void {
  const row = id === undefined ? "[data-id]:last-child" : `[data-id="${CSS.escape(id)}"]`;
  document.querySelector<HTMLElement>(`${row} h2 a`)?.focus();
}
