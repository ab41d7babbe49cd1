const REDIRECT_AFTER_MS = 2500;

/** Puts the thank-you view where the form was, with what was typed in its slots. */
export function showThanks(form: HTMLFormElement, privateHref: string | undefined): void {
  const source = document.getElementById("thanks")!;
  const template = document.createElement("template");
  template.innerHTML = source.textContent!;
  const view = template.content;
  const slot = (name: string) => view.querySelector<HTMLElement>(`[data-slot=${name}]`)!;

  const typed = new FormData(form);
  const text = (name: string) => `${typed.get(name) ?? ""}`.trim();
  const amount = text("amount");
  const confirmed = slot("confirmed");
  if (amount) {
    confirmed.textContent = `${money(amount, text("currency"))} ${confirmed.textContent!.toLowerCase()}`;
  }
  const platform = form.querySelector("[name=platform]:checked,[name=platform] :checked")!;
  slot("platform").textContent = platform.textContent || platform.parentNode!.textContent;
  const email = text("email");
  const at = email.lastIndexOf("@");
  slot("email").textContent = email.slice(0, at);
  slot("domain").textContent = email.slice(at);
  slot("when").textContent = new Date()
    .toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", hourCycle: "h23" })
    .replace(" at", ",");
  if (privateHref) {
    slot("private").hidden = false;
    slot("private").querySelector("a")!.href = privateHref;
  }

  const heading = view.querySelector("h1")!;
  const { redirect } = form.dataset;
  const page = document.getElementById("view")!;
  page.textContent = "";
  page.append(view);
  document.title = source.dataset.title!;
  scrollTo(0, 0);
  heading.focus();
  if (redirect) setTimeout(() => location.assign(redirect), REDIRECT_AFTER_MS);
}

/** As money where the figure can be read in one way only, else as it was typed. */
function money(amount: string, currency: string): string {
  return /^\d+([.,]\d\d?)?$/.test(amount)
    ? Number(amount.replace(",", ".")).toLocaleString("en-US", { style: "currency", currency })
    : `${amount} ${currency}`;
}
