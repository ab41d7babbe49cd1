import type { Browser, BrowserContext } from "@playwright/test";

/** Somebody with a browser of their own: a stranger, or who is signed in. */
export type Visitor = { name: string; context: BrowserContext };

const PASSWORD = "verify-what-is-true";

/** The stranger first: who is signed in gets to see the fewest pages of the public site. */
export async function meetVisitors(browser: Browser, siteUrl: string): Promise<Visitor[]> {
  const meet = async (name: string, email?: string): Promise<Visitor> => {
    const context = await browser.newContext({
      baseURL: siteUrl,
      ignoreHTTPSErrors: true,
      colorScheme: "dark",
    });
    if (email === undefined) return { name, context };
    const response = await context.request.post("/login", {
      form: { intent: "sign-in", usernameOrEmail: email, password: PASSWORD },
      headers: { referer: `${siteUrl}/login` },
      maxRedirects: 0,
    });
    if (response.status() !== 303) throw new Error(`${name} could not sign in: ${response.status()}`);
    return { name, context };
  };
  return Promise.all([
    meet("stranger"),
    meet("owner", "demo@attesto.example"),
    meet("administrator", "admin@attesto.example"),
  ]);
}

/** The cookies of a visitor as one header. */
export const getCookie = async ({ context }: Visitor): Promise<string> =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
