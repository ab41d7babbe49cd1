/**
 * Fills in the email of the URL's fragment, which no server sees, and removes it from the address; the time
 * zone; and the country of the browser's language if the owner preset none, also in place of the one that the
 * form's language names. It is shown but not sent until the visitor chooses it: the server has the browser's
 * language, and asks if the time zone contradicts it.
 */
export function prefill({ elements }: HTMLFormElement): void {
  const { email, phoneCountry, timeZone } = elements as unknown as Record<string, HTMLInputElement>;
  const given = new URLSearchParams(location.hash.slice(1)).get("email");
  if (given) {
    email!.value ||= given;
    history.replaceState(null, "", location.pathname + location.search);
  }
  // Another language of the form keeps the click of this address.
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[hreflang]")) {
    const query = new URLSearchParams(location.search);
    query.set("lang", new URLSearchParams(link.search).get("lang")!);
    link.search = `${query}`;
  }
  timeZone!.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Languages have no country (`de`), a part of the world (`es-419`), or more after it (`ca-ES-valencia`).
  const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1];
  const { value, dataset } = phoneCountry!;
  if (value && (!region || dataset.guess !== "")) return;
  phoneCountry!.value = region as string;
  // What is not in the list selects nothing.
  phoneCountry!.value ||= "";
  phoneCountry!.name = "";
}
