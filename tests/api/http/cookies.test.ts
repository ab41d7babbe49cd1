import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createForm, createOwner, uniqueEmail } from "../../factories/index.ts";
import { type App, startApp } from "../../servers/app.ts";
import { serveSite } from "../../support/site.ts";

const PASSWORD = "correct horse battery";

type ReceivedResponse = {
  status: number;
  location: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  cookies: string[];
};

describe("over https", () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({
      databaseUrl: process.env.DATABASE_URL ?? "",
      env: { PUBLIC_URL: "https://attesto.example" },
    });
  });
  afterAll(() => app.kill("SIGTERM"));

  /** As a proxy with TLS hands it on: `fetch` would send its own host. */
  async function send(path: string, form?: Record<string, string>, cookie = ""): Promise<ReceivedResponse> {
    const outgoing = httpRequest(app.url + path, {
      method: form ? "POST" : "GET",
      headers: {
        Host: "attesto.example",
        ...(cookie ? { Cookie: cookie } : {}),
        ...(form
          ? { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://attesto.example" }
          : {}),
      },
    });
    outgoing.end(form && new URLSearchParams(form).toString());
    const [response] = await once(outgoing, "response");
    response.resume();
    await once(response, "end");
    return {
      status: response.statusCode,
      location: response.headers.location,
      headers: response.headers,
      cookies: response.headers["set-cookie"] ?? [],
    };
  }
  const jar = (cookies: string[]) => cookies.map((line) => line.split(";")[0]).join("; ");

  test("every cookie is bound to this host or to its form, and no script can read one", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const form = await createForm({ owner });
    const credentials = { intent: "sign-in", usernameOrEmail: owner.email, password: PASSWORD };
    const signedIn = await send("/login", credentials);
    const session = jar(signedIn.cookies);
    const responses = [
      signedIn,
      await send("/theme", { intent: "theme", theme: "light" }),
      await send(`/optin/${form.slug}`),
      await send("/login", undefined, session),
      await send("/logout", { intent: "sign-out" }, session),
      await send("/signup", {
        intent: "register",
        name: "Noor Haddad",
        username: "noor-haddad",
        email: uniqueEmail(),
        password: "a long one to type",
      }),
    ];
    const cookies = responses.flatMap((response) => response.cookies);
    const names = new Set(cookies.map((line) => line.split("=")[0]));
    for (const name of ["session", "theme", "visitor", "visits", "from", "flash", "pending"])
      expect(names).toContain(`__Host-attesto_${name}`);
    for (const line of cookies) {
      expect(line).toMatch(/^__Host-attesto_.*; Path=\/(;|$)/);
      expect(line).toMatch(/; HttpOnly(;|$)/);
      expect(line).toMatch(/; Secure(;|$)/);
      expect(line).not.toMatch(/Domain=/i);
    }
  });

  test("subdomains are reached by https too", async () => {
    const { headers } = await send("/login");
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  });
});

describe("response", () => {
  const site = serveSite();

  test("a response that signs out has the browser forget its copies of pages", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const signIn = async () => {
      const form = { intent: "sign-in", usernameOrEmail: owner.email, password: PASSWORD };
      return readJar((await site.send("/login", { form })).headers);
    };
    const sameOrigin = { headers: { "sec-fetch-site": "same-origin" } };
    const page = await site.send("/logout", {
      form: { intent: "sign-out" },
      cookie: await signIn(),
      ...sameOrigin,
    });
    const call = await site.send("/api/auth/logout", {
      method: "POST",
      cookie: await signIn(),
      ...sameOrigin,
    });
    const data = await site.send("/logout.data", {
      form: { intent: "sign-out" },
      cookie: await signIn(),
      ...sameOrigin,
    });
    for (const { headers } of [page, call, data]) {
      expect(headers.get("clear-site-data")).toBe('"cache"');
      expect(headers.getSetCookie().join()).toContain("attesto_session=; Max-Age=0");
    }
  });

  test.each(["/dashboard", "/dashboard/overview", "/logout", "/theme", "/session", "/auth/oidc"])(
    "a response that redirects is stored nowhere: %s",
    async (path) => {
      const { status, headers } = await site.send(path);
      expect([path, status, headers.get("cache-control")]).toEqual([path, 302, "no-store"]);
    },
  );
});

const readJar = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
