import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

/** Every URL there is, in the specification's order. Paths are from `app/`. */
const site = layout("routes/site/layout.tsx", [
  index("routes/site/landing.tsx"),
  route("not-found", "routes/site/not-found.tsx"),
  route("404", "routes/site/not-found.tsx", { id: "404" }),
  route("*", "routes/site/not-found.tsx", { id: "any-other" }),
]);

const auth = [
  route("login", "routes/auth/login.tsx"),
  route("logout", "routes/auth/logout.tsx"),
  route("theme", "routes/site/theme.tsx"),
];

const optIn = [
  route("optin/:slug", "routes/optin/form.tsx"),
  route("optin/:slug/mine/:token", "routes/optin/mine.tsx"),
];

const dashboard = route("dashboard", "routes/dashboard/layout.tsx", [
  index("routes/dashboard/index.tsx"),
  route("overview", "routes/dashboard/overview.tsx"),
  route("submissions", "routes/dashboard/submissions.tsx"),
]);

const api = prefix("api", [
  route("auth/login", "routes/api/auth/login.ts"),
  route("optin/dashboard/submissions", "routes/api/optin/submissions.ts"),
  route("optin/dashboard/submissions/:id", "routes/api/optin/submission.ts"),
  route("optin/:slug", "routes/api/optin/form.ts"),
  route("optin/:slug/submit", "routes/api/optin/submit.ts"),
  route("openapi.json", "routes/api/openapi.ts"),
  route("*", "routes/api/not-found.ts"),
]);

export default [site, ...auth, ...optIn, dashboard, ...api] satisfies RouteConfig;
