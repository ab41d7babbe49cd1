/** The public form where brokers differ: how the chosen one calls the account number, and whether it needs one. */

const form = document.querySelector<HTMLFormElement>("[data-slug]")!;
const lines = [...form.querySelectorAll<HTMLElement>("[data-broker]")];
const { reference } = form.elements as unknown as Record<string, HTMLInputElement>;

function show(): void {
  const chosen = new FormData(form).get("platform");
  const own = lines.find(({ dataset }) => dataset.broker === chosen);
  for (const line of lines) line.hidden = !!chosen && line !== own;
  const { required = "" } = own?.dataset ?? {};
  reference!.required = required !== "";
  reference!.dataset.msgRequired = required;
  reference!.closest<HTMLElement>("[data-field]")!.hidden = !!chosen && !own;
}

form.addEventListener("change", show);
show();

export {};
