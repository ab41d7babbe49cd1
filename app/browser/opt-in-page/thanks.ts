const REDIRECT_AFTER_MS = 2500;

export type RecordedTexts = Record<string, string>;

/** Puts the thank-you view where the form was, with what the server recorded in its slots. */
export function showThanks(
  redirect: string | undefined,
  recorded: RecordedTexts = {},
  privateHref = "",
): void {
  const source = document.getElementById("thanks")!;
  const template = document.createElement("template");
  template.innerHTML = source.textContent!;
  const view = template.content;
  const slot = (name: string) => view.querySelector<HTMLElement>(`[data-slot=${name}]`)!;

  for (const name in recorded) slot(name).textContent = recorded[name]!;
  for (const link of view.querySelectorAll<HTMLAnchorElement>("[href='.']")) link.href = privateHref;
  for (const form of view.querySelectorAll("form")) form.action = privateHref;

  const heading = view.querySelector("h1")!;
  document.getElementById("view")!.replaceChildren(view);
  document.title = source.dataset.title!;
  scrollTo(0, 0);
  heading.focus();
  // In a frame only the button leaves: few sites may be shown in one.
  if (redirect && self === top) setTimeout(() => (location.href = redirect), REDIRECT_AFTER_MS);
}
