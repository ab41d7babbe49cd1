/** Puts the focus on a platform's link in the list; without an id on the last one's, where a new one stands. */
export function focusPlatform(id?: string): void {
  const row = id === undefined ? ":last-child" : `[data-id="${CSS.escape(id)}"]`;
  document.querySelector<HTMLElement>(`.platforms > ${row} .platform-name a`)?.focus();
}
