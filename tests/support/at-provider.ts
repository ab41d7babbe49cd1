import type { Person } from "../servers/oidc.ts";

/** Goes through a provider's sign-in as a browser of its own would, and gives where it sends the browser back to: path and query. */
export async function signInAtProvider(
  start: string,
  person: Person | "cancel",
  backTo: string,
): Promise<string> {
  const jar = new Map<string, string>();
  let url = new URL(start);
  let form: URLSearchParams | null = null;
  for (let hops = 0; hops < 12; hops++) {
    const response = await fetch(url, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form ? { body: form } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const equals = pair.indexOf("=");
      jar.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    const location = response.headers.get("location");
    if (location) {
      url = new URL(location, url);
      form = null;
      if (url.href.startsWith(backTo)) return url.pathname + url.search;
      continue;
    }
    const text = await response.text();
    if (!text.includes("Who are you?")) throw new Error(`The provider answered ${response.status}: ${text}`);
    form =
      person === "cancel"
        ? new URLSearchParams({ cancel: "yes" })
        : new URLSearchParams({
            sub: person.sub,
            email: person.email,
            name: person.name,
            isVerified: person.isVerified ? "yes" : "no",
            emailClaims: person.emailClaims ?? "in-userinfo",
          });
  }
  throw new Error("The provider never sent the browser back.");
}
