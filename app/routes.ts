import { index, type RouteConfig, route } from "@remix-run/route-config";
export default [
  index("routes/site/landing.tsx"),
  route("optin/:slug", "routes/optin/form.tsx"),
] satisfies RouteConfig;
