/**
 * Saves what somebody types when their session ends: in this tab only, and until it is restored once.
 * Passwords and hidden fields are not saved.
 */
const KEY = "_att_typed";
const SAVED_MS = 30 * 60 * 1000;
const SAVED_MAX = 100;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type SavedForms = {
  path: string;
  at: number;
  values: [place: string, value: string | boolean][];
  /** Forms with `data-draft`, by name. */
  drafts: Record<string, unknown>;
};

const NOT_SAVED = new Set(["password", "hidden", "file", "submit", "button", "image", "reset"]);

const offered = new Map<string, () => unknown>();
let givenBack: SavedForms["drafts"] = {};

/**
 * Saves a form with `data-draft` as a whole. `read` returns its content, or null if it is saved already.
 * @returns a function that stops it
 */
export function offerDraft(name: string, read: () => unknown): () => void {
  offered.set(name, read);
  return () => offered.delete(name);
}

/** The saved draft of such a form, once. */
export function consumeDraft(name: string): unknown {
  const draft = givenBack[name];
  delete givenBack[name];
  return draft;
}

/** Every control that holds text or a choice, with a key of its form's place, its name and its value. */
function controls(): Map<string, Control> {
  const found = new Map<string, Control>();
  [...document.forms].forEach((form, index) => {
    if (form.dataset.draft !== undefined) return;
    for (const element of form.elements) {
      const isControl =
        element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement;
      if (!isControl || !element.name || NOT_SAVED.has(element.type)) continue;
      const choice = isTick(element) ? element.value : "";
      found.set(`${index}/${element.name}/${choice}`, element);
    }
  });
  return found;
}

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");

function hasChanged(control: Control): boolean {
  if (isTick(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return control.value !== control.defaultValue;
}

/** Saves the fields that differ from the server's HTML. */
export function saveDrafts(): void {
  const values = [...controls()]
    .filter(([, control]) => hasChanged(control))
    .slice(0, SAVED_MAX)
    .map(([place, control]): SavedForms["values"][number] => [
      place,
      isTick(control) ? control.checked : control.value,
    ]);
  const drafts = Object.fromEntries(
    [...offered].map(([name, read]) => [name, read()] as const).filter(([, draft]) => draft !== null),
  );
  if (values.length === 0 && Object.keys(drafts).length === 0) return;
  const saved: SavedForms = { path: location.pathname, at: Date.now(), values, drafts };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // Blocked or full: the draft is lost.
  }
}

/** For a form that posts to its own page: its result is unknown, and the session may have ended. */
export function saveSubmittedForm({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || target.getAttribute("method") !== "post") return;
  const { pathname } = new URL(target.getAttribute("action") ?? "", location.href);
  if (pathname === location.pathname) saveDrafts();
}

/** The form was submitted and its page is still there. */
export function removeDrafts(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Blocked: nothing was saved.
  }
}

/**
 * Restores the drafts of this page, once.
 * @returns whether there were any
 */
export function restoreDrafts(): boolean {
  let saved: SavedForms | null = null;
  try {
    saved = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as SavedForms | null;
    if (saved && saved.path === location.pathname) sessionStorage.removeItem(KEY);
  } catch {
    return false;
  }
  if (!saved || saved.path !== location.pathname || Date.now() - saved.at > SAVED_MS) return false;
  givenBack = saved.drafts;
  const present = controls();
  for (const [place, value] of saved.values) {
    const control = present.get(place);
    if (!control) continue;
    if (isTick(control)) {
      if (control.checked !== value) control.click();
    } else {
      control.value = String(value);
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
  return true;
}
