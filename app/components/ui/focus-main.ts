/** Focuses the page's content, without scrolling to it: for when the element with the focus disappears. */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
