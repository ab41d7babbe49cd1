/** Without a repetition before the `@`: a long text would be searched once for each of its characters. */
const ADDRESS = /[^\s@=&/]@[^\s@=&/]+\.[^\s@=&/]/;

/** Whether a text holds an email address, also one that was encoded once or twice on its way. */
function holdsAddress(text: string): boolean {
  let decoded = text.replace(/\+/g, " ");
  for (let round = 0; round < 3; round++) {
    if (ADDRESS.test(decoded)) return true;
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      return false;
    }
  }
  return false;
}

/** A URL without the query parameters that hold an email address; what stays is not changed. */
export function withoutAddresses(url: string): string {
  if (!/@|%(?:25)*40/i.test(url)) return url;
  const [, path = "", query, hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const kept = (query ?? "").split("&").filter((parameter) => !holdsAddress(parameter));
  return path + (kept.join("") === "" ? "" : `?${kept.join("&")}`) + (holdsAddress(hash) ? "" : hash);
}
