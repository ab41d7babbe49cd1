import { matchRoutes } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";

const loading = messages.loading;

/** What to say when a page of an area cannot be loaded. The most specific path wins. */
const areas = [
  // Leads to the overview.
  { path: "/dashboard", failure: loading.statistics },
  { path: paths.overview(), failure: loading.statistics },
  { path: paths.samples(), failure: loading.submissions },
  { path: `${paths.analytics()}/*`, failure: loading.statistics },
  { path: `${paths.spend()}/*`, failure: loading.spend },
  { path: `${paths.submissions()}/*`, failure: loading.submissions },
  { path: `${paths.statements()}/*`, failure: loading.statements },
  { path: paths.workspaces(), failure: loading.statistics },
  { path: paths.person(), failure: loading.submissions },
  { path: `${paths.deliveries()}/*`, failure: loading.deliveries },
  { path: `${paths.platforms()}/*`, failure: loading.platforms },
  { path: `${paths.formSettings()}/*`, failure: loading.settings },
  { path: `${paths.forms()}/*`, failure: loading.settings },
  { path: `${paths.settingsHome()}/*`, failure: loading.settings },
  { path: `${paths.integrations()}/*`, failure: loading.integrations },
  { path: paths.news(), failure: loading.news },
  { path: paths.notifications(), failure: loading.notifications },
  { path: paths.admin(), failure: loading.userStatistics },
  { path: `${paths.adminUsers()}/*`, failure: loading.users },
  { path: `${paths.adminNews()}/*`, failure: loading.news },
  { path: paths.contactMessages(), failure: loading.contactMessages },
  { path: paths.linkHosts(), failure: loading.linkHosts },
  { path: paths.auditLog(), failure: loading.auditLog },
  { path: paths.systemHealth(), failure: loading.systemHealth },
];

/** The specification's sentence for a page that could not be loaded; undefined outside the areas. */
export const findLoadFailure = (pathname: string): string | undefined =>
  matchRoutes(areas, pathname)?.[0]?.route.failure;
