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
  // A link takes no action and a form no href: one loop is smaller than two.
  for (const part of view.querySelectorAll<HTMLAnchorElement & HTMLFormElement>("[href='.'],form"))
    part.href = part.action = privateHref;

  const heading = view.querySelector("h1")!;
  document.getElementById("view")!.replaceChildren(view);
  document.title = source.dataset.title!;
  scrollTo(0, 0);
  heading.focus();
  // In a frame only the button leaves: few sites may be shown in one.
  if (redirect && self === top) setTimeout(() => (location.href = redirect), REDIRECT_AFTER_MS);
}
