/** Focuses a platform's link in the list; without an id the last one, which is the newest. */
export function focusPlatform(id?: string): void {
  const row = id === undefined ? "[data-id]:last-child" : `[data-id="${CSS.escape(id)}"]`;
  document.querySelector<HTMLElement>(`${row} h2 a`)?.focus();
}
