/**
 * Fills in what is known before anybody types. An email comes in the fragment, which is never sent to a server,
 * and leaves the address at once; a country comes from the browser's language where the owner named none.
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
