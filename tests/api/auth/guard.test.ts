import { describe, expect, test } from "vitest";
import { Session, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const closed = ["/", "/login", "/signup", "/forgot-password", "/reset-password?token=x"];
const guarded = [
  "/dashboard",
  "/dashboard/overview",
  "/dashboard/submissions",
  "/dashboard/settings/account",
];
/** A page as its reader's script asks for it: its data alone, or one route's data. */
const asData = (path: string) => {
  const [pathname, query] = path.split("?");
  return `${pathname === "/" ? "/_root" : pathname}.data${query ? `?${query}` : ""}`;
};

describe("signed-out visitor", () => {
  test.each(guarded)(
    "a signed-out visitor is redirected from %s to the sign-in page, and back afterwards",
    async (path) => {
      const { status, headers, text } = await site.send(path);
      expect([status, headers.get("location")]).toEqual([302, `/login?returnTo=${encodeURIComponent(path)}`]);
      expect(text).toBe("");
    },
  );

  test("a form sent without a session says that it has ended, and the sign-in leads back", async () => {
    const path = "/dashboard/settings/account?part=1";
    const { status, headers } = await site.send(path, { form: { intent: "phone", phoneNumber: "1" } });
    expect([status, headers.get("location")]).toEqual([
      303,
      `/login?session=expired&returnTo=${encodeURIComponent(path)}`,
    ]);
  });

  test.each(guarded)("a signed-out visitor gets no data of %s from any of its routes", async (path) => {
    for (const query of [
      "",
      "?_routes=routes%2Fdashboard%2Foverview",
      "?_routes=routes%2Fdashboard%2Flayout",
    ]) {
      const { text } = await site.send(asData(path) + query);
      expect(text).not.toMatch(/openCounts|sessionEndsInMs|stats|formData/);
    }
    expect((await site.send(`${path}?_data=root`)).status).toBe(400);
  });

  test("a signed-out visitor can open every page for signed-out people", async () => {
    for (const path of closed) expect([path, (await site.send(path)).status]).toEqual([path, 200]);
  });
});

describe("signed-in user", () => {
  test.each(closed)(
    "a signed-in user is redirected from %s to the dashboard, whose history state names the page",
    async (path) => {
      const { cookie } = await signInAs(await createOwner());
      const { status, headers } = await site.send(path, { cookie });
      expect([status, headers.get("location")]).toEqual([302, "/dashboard/overview"]);
      const [from = ""] = (headers.getSetCookie()[0] ?? "").split(";");
      expect(from).toMatch(/^attesto_from=./);
      const { text, headers: taken } = await site.send("/dashboard/overview", {
        cookie: `${cookie}; ${from}`,
      });
      expect(text).toContain(path.split("?")[0]);
      expect(taken.getSetCookie().join()).toContain("attesto_from=; ");
    },
  );

  test("a signed-in user is redirected from a page's data as from the page", async () => {
    const { cookie } = await signInAs(await createOwner());
    for (const [path, page] of [
      ["/_root.data", "/"],
      ["/login.data", "/login"],
    ] as const) {
      const { headers } = await site.send(path, { cookie });
      const [value = ""] = (headers.getSetCookie()[0] ?? "").replace("attesto_from=", "").split(/[.;]/);
      const from = Buffer.from(decodeURIComponent(value), "base64").toString("utf8");
      expect([path, from]).toEqual([path, JSON.stringify(page)]);
    }
    const { text } = await site.send("/dashboard/settings/account.data?x=1");
    expect(text).toContain("/login?returnTo=%2Fdashboard%2Fsettings%2Faccount%3Fx%3D1");
  });

  test("a signed-in user is not redirected by a cookie that names another page", async () => {
    const { cookie } = await signInAs(await createOwner());
    const { text } = await site.send("/dashboard/overview", {
      cookie: `${cookie}; attesto_from=${encodeURIComponent("https://evil.example")}`,
    });
    expect(text).not.toContain("evil.example");
  });

  test("a signed-in user is signed out in every process from the next request after deactivation", async () => {
    const owner = await createOwner();
    const { cookie, token } = await signInAs(owner);
    expect((await site.send("/dashboard/overview", { cookie })).status).toBe(200);
    await User.update({ isActive: false }, { where: { id: owner.id } });
    expect((await site.send("/dashboard/overview", { cookie })).headers.get("location")).toContain(
      "/login?session=expired",
    );
    expect((await site.send("/api/auth/me", { token })).status).toBe(401);
  });

  test("a signed-in user is offered the dashboard on plain pages instead of the sign-in", async () => {
    const { cookie } = await signInAs(await createOwner());
    for (const path of ["/unauthorized", "/not-found"]) {
      const { text } = await site.send(path, { cookie });
      expect([text.includes(">Dashboard</a>"), text.includes(">Sign in</a>")]).toEqual([true, false]);
      expect((await site.send(path)).text).toContain(">Sign in</a>");
    }
  });

  test("the dashboard is not offered once the session has ended, however long the cookie stays", async () => {
    const { cookie, sessionId } = await signInAs(await createOwner());
    await Session.update({ endedAt: new Date() }, { where: { id: sessionId } });
    for (const path of ["/", "/unauthorized", "/not-found", "/account-deactivated"]) {
      const { text } = await site.send(path, { cookie });
      expect([path, text.includes(">Dashboard</a>"), text.includes(">Sign in</a>")]).toEqual([
        path,
        false,
        true,
      ]);
    }
  });

  test("a signed-in user finds no page of administration without the role", async () => {
    const { cookie, token } = await signInAs(await createOwner());
    for (const path of ["/admin", "/admin/users", "/Admin", "/ADMIN/x", "/%61dmin", "/admin/"]) {
      const { status, headers } = await site.send(path, { cookie });
      expect([path, status, headers.get("location")]).toEqual([path, 302, "/not-found"]);
    }
    for (const path of ["/admin.data", "/Admin.data", "/%61dmin/users.data"]) {
      const { text } = await site.send(path, { cookie });
      expect([path, text.includes("/not-found"), text.includes("unauthorized")]).toEqual([path, true, false]);
    }
    expect((await site.send("/not-found", { cookie })).status).toBe(404);
    expect((await site.send("/api/admin/users", { token })).status).toBe(404);
  });

  test("a signed-in user is asked to sign in before anything is said of the administration", async () => {
    const { status, headers } = await site.send("/admin/users");
    expect([status, headers.get("location")]).toEqual([302, "/login?returnTo=%2Fadmin%2Fusers"]);
    const call = await site.send("/api/admin/users");
    expect([call.status, call.json.code, call.headers.get("www-authenticate")]).toEqual([
      401,
      "unauthenticated",
      "Bearer",
    ]);
    expect((await site.send("/api/elsewhere")).status).toBe(404);
    const { cookie } = await signInAs(await createOwner({ role: "admin" }));
    expect((await site.send("/admin/nowhere", { cookie })).status).toBe(404);
  });
});

describe("script's question whether the session holds", () => {
  const ask = (cookie: string, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) =>
    site.send("/session", { method: "POST", form: {}, cookie, headers });

  test("the script's question whether the session holds responds with the remaining time", async () => {
    const { cookie } = await signInAs(await createOwner());
    const { status, json, headers } = await ask(cookie);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(json.endsInMs).toBeGreaterThan(13 * 86_400_000);
  });

  test("the script's question is a 401 once the session has ended, and a 403 for a foreign origin", async () => {
    const { cookie, sessionId } = await signInAs(await createOwner());
    expect((await ask(cookie, { origin: "https://evil.example" })).status).toBe(403);
    await Session.update({ endedAt: new Date() }, { where: { id: sessionId } });
    expect((await ask(cookie)).status).toBe(401);
  });

  test("the script's question whether the session holds is not renewed beyond thirty days without authentication", async () => {
    const { cookie, sessionId } = await signInAs(await createOwner());
    const minute = 60_000;
    await Session.update(
      {
        expiresAt: new Date(Date.now() + minute),
        createdAt: new Date(Date.now() - 30 * 24 * 60 * minute),
        authenticatedAt: new Date(Date.now() - 30 * 24 * 60 * minute + minute),
      },
      { where: { id: sessionId } },
    );
    expect((await ask(cookie)).json.endsInMs).toBeLessThanOrEqual(minute);
  });
});

describe("account with a role that is not ours", () => {
  const signInAsRole = async (role: string) => {
    const owner = await createOwner({ password: "correct horse battery" });
    const signedIn = await signInAs(owner);
    // Any text can be in the database.
    await User.update({ role: role as "user" }, { where: { id: owner.id } });
    return { owner, ...signedIn };
  };
  const calls = ["/api/auth/me", "/api/user/profile", "/api/optin/dashboard/submissions"];
  const login = (owner: User) =>
    site.send("/api/auth/login", {
      json: { usernameOrEmail: owner.email, password: "correct horse battery" },
    });

  test.each(["", "  "])(
    "an account with a role that is not ours has no session if it is blank: %j",
    async (role) => {
      const { owner, cookie, token } = await signInAsRole(role);
      for (const path of calls)
        expect([path, (await site.send(path, { token })).status]).toEqual([path, 401]);
      expect(await Session.count({ where: { userId: owner.id, endedAt: null } })).toBe(0);
      for (const path of [...guarded, "/admin/users"]) {
        const { status, headers } = await site.send(path, { cookie });
        const isSignIn = headers.get("location")?.startsWith("/login?session=expired");
        expect([path, status, isSignIn]).toEqual([path, 302, true]);
      }
      const refused = await login(owner);
      expect([refused.status, refused.json.code, refused.json.error]).toEqual([
        403,
        "role_refused",
        messages.auth.noRole,
      ]);
    },
  );

  test("an account with a role that is not ours keeps its session if it is unknown, but no page and no call lets it in", async () => {
    const { owner, cookie, token } = await signInAsRole("auditor");
    for (const path of calls) {
      const { status, json } = await site.send(path, { token });
      expect([path, status, json.code, json.error]).toEqual([
        path,
        403,
        "role_refused",
        messages.auth.roleUnknown,
      ]);
    }
    expect((await site.send("/api/admin/users", { token })).status).toBe(404);
    for (const path of [...guarded.slice(1), "/admin", "/admin/users"]) {
      const { status, headers } = await site.send(path, { cookie });
      const to = path.startsWith("/admin") ? "/not-found" : "/unauthorized";
      expect([path, status, headers.get("location")]).toEqual([path, 302, to]);
    }
    const { status, text } = await site.send("/dashboard/live", { cookie });
    expect([status, text]).toEqual([204, ""]);
    const refused = await site.send("/unauthorized", { cookie });
    expect([refused.status, refused.text.includes('action="/logout"')]).toEqual([403, true]);
    expect((await login(owner)).json.code).toBe("role_refused");
    expect(await Session.count({ where: { endedAt: null } })).toBeGreaterThan(0);
  });
});
