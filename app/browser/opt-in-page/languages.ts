/** The public form in several languages: what was typed stays in this tab while another one is opened. */

const form = document.querySelector<HTMLFormElement>("[data-slug]")!;
const key = `attesto-typed-${form.dataset.slug}`;
/** Not the consent, because its text is another one. */
const controls = [...form.elements].filter(
  (control): control is HTMLInputElement =>
    control.matches("input, select") && !control.matches("[type=hidden], [type=checkbox], [name=website]"),
);

function keep(): boolean {
  if (!isSecureContext) return false;
  const typed = controls.filter(({ name, type, checked }) => name && (type !== "radio" || checked));
  try {
    sessionStorage.setItem(key, JSON.stringify(typed.map(({ name, value }) => [name, value])));
    return true;
  } catch {
    return false;
  }
}

function giveBack(): void {
  let kept: string | null = null;
  try {
    kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
  } catch {
    // Blocked: nothing was kept.
  }
  for (const [name, value] of JSON.parse(kept ?? "[]") as [string, string][]) {
    for (const control of controls) {
      if (control.name !== name && control.id !== name) continue;
      if (control.type === "radio") control.checked = control.value === value;
      else control.value = value;
      // What was chosen is sent, also where the country was only shown.
      control.name ||= name;
    }
  }
}

document.querySelector(".languages")!.addEventListener("click", (event) => {
  const { value } = event.target as HTMLButtonElement;
  if (!value || !keep()) return;
  event.preventDefault();
  const query = new URLSearchParams(location.search);
  query.set("lang", value);
  location.search = `${query}`;
});
giveBack();

export {};
