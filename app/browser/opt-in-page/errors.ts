export type Problem = { field?: string; message: string; options?: [{ value: string; label: string }] };

export const form = document.querySelector<HTMLFormElement>("[data-slug]")!;
const errorTitle = form.dataset.errorTitle!;
const title = document.title.replace(errorTitle, "");
const summary = document.getElementById("summary")!;

/** A field's error by the constraints in its markup, or undefined. */
export function problemIn(box: Element): string | undefined {
  const { validity, dataset, value, required } = box.querySelector<HTMLInputElement>("[name]")!;
  if (validity.valueMissing || (required && !value.trim())) return dataset.msgRequired;
  return validity.patternMismatch ? dataset.msgShape : undefined;
}

/** Shows or clears a field's error. */
export function mark(box: Element, message = ""): void {
  const target = box.matches("fieldset") ? box : box.querySelector("[name]")!;
  box.lastElementChild!.textContent = message;
  // Older Firefox has no property for it.
  if (message) target.setAttribute("aria-invalid", "true");
  else target.removeAttribute("aria-invalid");
}

export function clearSummary(): void {
  summary.hidden = true;
  document.title = title;
}

/**
 * Shows each message beside its field and all of them above the form, with focus. A message without a field
 * is plain text.
 */
export function showProblems(problems: Problem[]): void {
  const alert = summary.firstElementChild!;
  alert.textContent = "";
  const isPlain = problems.length === 1 && !problems[0]!.field;
  if (!isPlain) add("h2", alert, form.dataset.headings!.split("|")[problems.length - 1]);
  const list = isPlain ? alert : add("ul", alert);
  for (const { field, message } of problems) {
    const box = field && form.querySelector(`[data-field=${field}]`);
    if (box) mark(box, message);
    const line = add(isPlain ? "p" : "li", list, box ? "" : message);
    if (box) add("a", line, message).setAttribute("href", `#${field}`);
  }
  summary.hidden = false;
  summary.focus();
  document.title = errorTitle + title;
}

/** Focus goes to the field itself; following the link alone moves it in some browsers only. */
summary.addEventListener("click", (event) => {
  const { hash = "" } = event.target as HTMLAnchorElement;
  const control = document.getElementById(hash.slice(1));
  if (control) {
    event.preventDefault();
    control.focus();
  }
});

function add(tag: string, parent: Element, text = ""): Element {
  const element = document.createElement(tag);
  element.textContent = text;
  parent.append(element);
  return element;
}
