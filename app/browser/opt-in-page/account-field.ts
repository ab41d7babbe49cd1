/** Shows how the chosen broker calls the account number and whether it needs one, where brokers differ. */
export function followPlatform(form: HTMLFormElement): void {
  const lines = [...form.querySelectorAll<HTMLElement>("[data-broker]")];
  if (!lines[0]) return;
  const { reference } = form.elements as unknown as Record<string, HTMLInputElement>;
  const show = () => {
    const chosen = new FormData(form).get("platform");
    const own = lines.find(({ dataset }) => dataset.broker === chosen);
    for (const line of lines) line.hidden = !!chosen && line !== own;
    const { required = "" } = own?.dataset ?? {};
    reference!.required = required !== "";
    reference!.dataset.msgRequired = required;
    reference!.closest<HTMLElement>("[data-field]")!.hidden = !!chosen && !own;
  };
  form.addEventListener("change", show);
  show();
}
