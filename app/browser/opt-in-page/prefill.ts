/**
 * Fills in the email of the URL's fragment, which no server sees, and removes it from the address. Selects
 * the country of the browser's language if the owner preset none.
 */
export function prefill({ elements }: HTMLFormElement): void {
  const { email, phoneCountry } = elements as unknown as Record<string, HTMLInputElement & HTMLSelectElement>;
  const given = new URLSearchParams(location.hash.slice(1)).get("email");
  if (given) {
    email!.value ||= given;
    history.replaceState(null, "", location.pathname + location.search);
  }
  const region = navigator.language.slice(-2);
  if (!phoneCountry!.value && phoneCountry!.querySelector(`[value=${region}]`)) phoneCountry!.value = region;
}
