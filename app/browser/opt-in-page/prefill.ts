/** Whether the browser's time zone is one of a country. Some browsers do not know it. */
function isIn(country: string, timeZone: string): boolean | undefined {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?: () => string[];
  };
  return (locale.getTimeZones?.() ?? locale.timeZones)?.includes(timeZone);
}

/**
 * Fills in the email of the URL's fragment, which no server sees, and removes it from the address; the time
 * zone; and the country of the browser's language, else of its time zone, before the one that the owner or the
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
  timeZone!.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = timeZone!.value;
  const { value, dataset, options } = phoneCountry as unknown as HTMLSelectElement;
  // Languages have no country (`de`), a part of the world (`es-419`), or more after it (`ca-ES-valencia`).
  const own =
    /-([A-Z]{2})\b/.exec(navigator.language)?.[1] ??
    [...options].find((option) => option.value && isIn(option.value, zone))?.value;
  if (value && (!own || dataset.guess !== "" || isIn(value, zone))) return;
  phoneCountry!.value = own as string;
  // What is not in the list selects nothing.
  phoneCountry!.value ||= "";
  phoneCountry!.name = "";
}
