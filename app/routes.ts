import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

/** All URLs, in the specification's order. Paths are relative to `app/`. */
const site = layout("routes/site/layout.tsx", [
  index("routes/site/landing.tsx"),
  route("proof", "routes/site/proof.tsx"),
  route("pricing", "routes/site/pricing.tsx"),
  route("hire-us", "routes/site/hire-us.tsx"),
  route("privacy-policy", "routes/site/privacy-policy.tsx"),
  route("terms-of-service", "routes/site/terms-of-service.tsx"),
  route("about", "routes/site/about.tsx"),
  route("support", "routes/site/support.tsx"),
  route("docs/api", "routes/site/api-reference.tsx"),
  route("contact", "routes/site/contact.tsx"),
  route("not-found", "routes/site/not-found.tsx"),
  route("404", "routes/site/not-found.tsx", { id: "404" }),
  route("*", "routes/site/not-found.tsx", { id: "any-other" }),
]);

/** Where developers look for the API first. `/api` itself is led on by what answers unknown addresses there. */
const developers = [
  route("docs", "routes/site/to-api-reference.ts"),
  route("developers", "routes/site/to-api-reference.ts", { id: "developers" }),
];

/** For programs that read the site. */
const crawlers = [
  route("sitemap.xml", "routes/site/sitemap.ts"),
  route("robots.txt", "routes/site/robots.ts"),
  route("llms.txt", "routes/site/llms.ts"),
  route(".well-known/attesto-keys.json", "routes/site/proof-keys.ts"),
];

const auth = [
  route("login", "routes/auth/login.tsx"),
  route("login/second-step", "routes/auth/two-factor.tsx"),
  route("login/email", "routes/auth/sign-in-link.tsx"),
  route("login/link", "routes/auth/link-provider.tsx"),
  route("auth/:provider", "routes/auth/provider.ts"),
  route("auth/:provider/callback", "routes/auth/provider-callback.ts"),
  route("social-login-success", "routes/auth/social-login-success.tsx"),
  route("signup", "routes/auth/signup.tsx"),
  route("forgot-password", "routes/auth/forgot-password.tsx"),
  route("reset-password", "routes/auth/reset-password.tsx"),
  route("account-deactivated", "routes/auth/account-deactivated.tsx"),
  route("unauthorized", "routes/auth/unauthorized.tsx"),
  route("verify-email", "routes/auth/verify-email.tsx"),
  route("verify-email-pending", "routes/auth/verify-email-pending.tsx"),
  route("logout", "routes/auth/logout.tsx"),
  route("session", "routes/auth/session.ts"),
  route("theme", "routes/site/theme.tsx"),
  route("unsubscribe", "routes/site/unsubscribe.tsx"),
  route("reauthenticate", "routes/auth/reauthenticate.tsx"),
  route("invitation", "routes/auth/invitation.tsx"),
];

/** Development mails only, never in production. */
const dev = [
  route("dev/mail", "routes/dev/mails.tsx"),
  route("dev/mail/:id", "routes/dev/mail.tsx"),
  route("dev/mail/:id/html", "routes/dev/mail-html.ts"),
];

const optIn = [
  route("optin/:slug", "routes/optin/form.tsx"),
  route("optin/:slug/mine/:token", "routes/optin/private-link.tsx"),
  route("optin/:slug/mine/:token/proof", "routes/optin/private-proof.ts"),
  route("uploads/:hash", "routes/uploads/logo.ts"),
];

const dashboard = route("dashboard", "routes/dashboard/layout.tsx", [
  index("routes/dashboard/index.tsx"),
  route("overview", "routes/dashboard/overview/index.tsx"),
  route("overview/samples", "routes/dashboard/overview/samples.tsx"),
  route("submissions", "routes/dashboard/submissions/list.tsx"),
  route("submissions/:submissionId/correction", "routes/dashboard/submissions/correction.tsx"),
  route("submissions/:submissionId/proof", "routes/dashboard/submissions/proof.tsx"),
  route("statements", "routes/dashboard/statements/list.tsx"),
  route("statements/:statementId", "routes/dashboard/statements/statement.tsx"),
  route("statements/:statementId/pairs", "routes/dashboard/statements/pairs.tsx"),
  route("analytics", "routes/dashboard/analytics/index.tsx"),
  route("spend", "routes/dashboard/spend/index.tsx"),
  route("spend/files/:importId", "routes/dashboard/spend/file.tsx"),
  route("spend/rows", "routes/dashboard/spend/rows.tsx"),
  route("notifications", "routes/dashboard/notifications/list.tsx"),
  route("person", "routes/dashboard/people/person.tsx"),
  route("deliveries", "routes/dashboard/deliveries/list.tsx"),
  route("deliveries/replay", "routes/dashboard/deliveries/replay.tsx"),
  route("deliveries/:deliveryId", "routes/dashboard/deliveries/delivery.tsx"),
  route("integrations", "routes/dashboard/connections/list.tsx"),
  route("integrations/callback", "routes/dashboard/connections/callback.ts"),
  route("integrations/:adPlatform", "routes/dashboard/connections/connection.tsx"),
  route("optin-settings", "routes/dashboard/form-settings/index.tsx"),
  route("optin-settings/share", "routes/dashboard/form-settings/share.tsx"),
  route("forms", "routes/dashboard/forms/list.tsx"),
  route("forms/:formId", "routes/dashboard/form-settings/index.tsx", { id: "form" }),
  route("forms/:formId/share", "routes/dashboard/form-settings/share.tsx", { id: "form-share" }),
  route("optin-settings/links/:linkId", "routes/dashboard/form-settings/link.tsx"),
  route("affiliate-settings", "routes/dashboard/platforms/list.tsx"),
  route("affiliate-settings/:platformId", "routes/dashboard/platforms/platform.tsx"),
  route("affiliate-settings/:platformId/commission", "routes/dashboard/platforms/commission.tsx"),
  route(
    "affiliate-settings/:platformId/commission/export",
    "routes/dashboard/platforms/commission-export.ts",
  ),
  route("news", "routes/dashboard/news.tsx"),
  route("settings", "routes/dashboard/settings/layout.tsx", [
    index("routes/dashboard/settings/index.ts"),
    route("account", "routes/dashboard/settings/account.tsx"),
    route("account/export", "routes/dashboard/settings/export.ts"),
    route("account/delete", "routes/dashboard/settings/delete-account.tsx"),
    route("preferences", "routes/dashboard/settings/preferences.tsx"),
    route("exchange-rates", "routes/dashboard/settings/exchange-rates.tsx"),
    route("security", "routes/dashboard/settings/security.tsx"),
    route("password", "routes/dashboard/settings/password.tsx"),
    route("security/two-step", "routes/dashboard/settings/two-factor.tsx"),
    route("security/providers", "routes/dashboard/settings/providers.tsx"),
    route("notifications", "routes/dashboard/settings/notifications.tsx"),
    route("team", "routes/dashboard/settings/team.tsx"),
    route("team/delete", "routes/dashboard/settings/delete-workspace.tsx"),
    route("api-keys", "routes/dashboard/settings/api-keys.tsx"),
    route("support-access", "routes/dashboard/settings/support-access.tsx"),
  ]),
  route("*", "routes/dashboard/not-found.tsx"),
]);

/** For administrators only. To others there is no page below this path. */
const admin = route("admin", "routes/admin/layout.tsx", [
  index("routes/admin/statistics.tsx"),
  route("users", "routes/admin/users.tsx"),
  route("users/:userId", "routes/admin/user.tsx"),
  route("users/:userId/delete", "routes/admin/delete-user.tsx"),
  route("messages", "routes/admin/messages.tsx"),
  route("news", "routes/admin/news.tsx"),
  route("news/:newsItemId", "routes/admin/news-item.tsx"),
  route("audit-log", "routes/admin/audit-log.tsx"),
  route("system", "routes/admin/system.tsx"),
  route("*", "routes/admin/not-found.tsx"),
]);
/** A file, so without the frame of administration. */
const auditExport = route("admin/audit-log/export", "routes/admin/audit-export.ts");
/** Ends or leaves a support access, from the note on each page. */
const supportNote = route("support-access", "routes/dashboard/support-note.ts");

/** The stream of changes for open pages. */
const live = route("dashboard/live", "routes/dashboard/live.ts");
/** Files, so without the frame of the dashboard. */
const files = [
  route("dashboard/person/export", "routes/dashboard/people/export.ts"),
  route("dashboard/submissions/export", "routes/dashboard/submissions/export.ts"),
  route("dashboard/submissions/exports/:exportId", "routes/dashboard/submissions/export-file.ts"),
  route("dashboard/spend/template", "routes/dashboard/spend/template.ts"),
  route("dashboard/statements/samples/:platformId", "routes/dashboard/statements/sample.ts"),
];
/** Where another workspace is chosen. */
const workspace = route("dashboard/workspace", "routes/dashboard/workspace.ts");
const replayProgress = route(
  "dashboard/deliveries/replay/progress",
  "routes/dashboard/deliveries/replay-progress.ts",
);

/** Parts of the form's settings that are no page: they have no frame of the dashboard. */
const formSettings = [
  ...prefix("dashboard/optin-settings", [
    route("preview", "routes/dashboard/form-settings/preview.tsx"),
    route("embed-preview", "routes/dashboard/form-settings/embed-preview.tsx"),
    route("slug", "routes/dashboard/form-settings/slug.ts"),
    route("qr/:format", "routes/dashboard/form-settings/qr.ts"),
  ]),
  ...prefix("dashboard/forms/:formId", [
    route("preview", "routes/dashboard/form-settings/preview.tsx", { id: "form-preview" }),
    route("embed-preview", "routes/dashboard/form-settings/embed-preview.tsx", { id: "form-embed-preview" }),
    route("slug", "routes/dashboard/form-settings/slug.ts", { id: "form-slug" }),
    route("qr/:format", "routes/dashboard/form-settings/qr.ts", { id: "form-qr" }),
  ]),
];

const api = prefix("api", [
  route("auth/login", "routes/api/auth/login.ts"),
  route("auth/sign-in-link", "routes/api/auth/sign-in-link.ts"),
  route("auth/login/second-step", "routes/api/auth/two-factor.ts"),
  route("user/two-step", "routes/api/user/two-step/index.ts"),
  route("user/two-step/confirm", "routes/api/user/two-step/confirm.ts"),
  route("user/two-step/recovery-codes", "routes/api/user/two-step/recovery-codes.ts"),
  route("auth/reauthenticate", "routes/api/auth/reauthenticate.ts"),
  route("user", "routes/api/user/index.ts"),
  route("user/export", "routes/api/user/export.ts"),
  route("user/profile", "routes/api/user/profile.ts"),
  route("user/update-profile", "routes/api/user/update-profile.ts"),
  route("user/update-address", "routes/api/user/update-address.ts"),
  route("user/update-phone", "routes/api/user/update-phone.ts"),
  route("user/change-password", "routes/api/user/change-password.ts"),
  route("user/sessions", "routes/api/user/sessions/index.ts"),
  route("user/sessions/:id", "routes/api/user/sessions/session.ts"),
  route("user/api-keys", "routes/api/user/api-keys/index.ts"),
  route("user/api-keys/:id", "routes/api/user/api-keys/api-key.ts"),
  route("user/integrations", "routes/api/user/integrations/index.ts"),
  route("user/integrations/test-event", "routes/api/user/integrations/test-event.ts"),
  route("user/connections", "routes/api/user/connections/index.ts"),
  route("user/connections/:id", "routes/api/user/connections/connection.ts"),
  route("user/connections/:id/test-event", "routes/api/user/connections/test-event.ts"),
  route("user/notifications", "routes/api/user/notifications.ts"),
  route("auth/me", "routes/api/auth/me.ts"),
  route("auth/refresh-token", "routes/api/auth/refresh-token.ts"),
  route("auth/logout", "routes/api/auth/logout.ts"),
  route("auth/deactivate", "routes/api/auth/deactivate.ts"),
  route("auth/register", "routes/api/auth/register.ts"),
  route("auth/forgot-password", "routes/api/auth/forgot-password.ts"),
  route("auth/reset-password", "routes/api/auth/reset-password.ts"),
  route("auth/verify-email", "routes/api/auth/verify-email.ts"),
  route("auth/resend-verification", "routes/api/auth/resend-verification.ts"),
  route("affiliate/platforms", "routes/api/affiliate/platforms.ts"),
  route("affiliate/platforms/reorder", "routes/api/affiliate/reorder.ts"),
  route("affiliate/platforms/:id", "routes/api/affiliate/platform.ts"),
  route("affiliate/platforms/:id/commission-tiers", "routes/api/affiliate/commission-tiers.ts"),
  route("affiliate/platforms/:id/status", "routes/api/affiliate/status.ts"),
  route("affiliate/platforms/:id/default", "routes/api/affiliate/default.ts"),
  route("affiliate/public/platforms", "routes/api/affiliate/public-platforms.ts"),
  route("optin/dashboard/submissions", "routes/api/optin/submissions.ts"),
  route("optin/dashboard/submissions/bulk", "routes/api/optin/bulk.ts"),
  route("optin/dashboard/submissions/export", "routes/api/optin/export.ts"),
  route("optin/dashboard/submissions/jobs/:id", "routes/api/optin/bulk-job.ts"),
  route("optin/dashboard/submissions/stats", "routes/api/optin/statistics.ts"),
  route("optin/dashboard/submissions/:id", "routes/api/optin/submission.ts"),
  route("proofs/:submissionId", "routes/api/proofs.ts"),
  // Where it was before: it answers as ever and is not documented.
  route("optin/dashboard/submissions/:submissionId/proof", "routes/api/proofs.ts", { id: "old-proof" }),
  route("optin/settings", "routes/api/optin/settings.ts"),
  route("optin/:slug", "routes/api/optin/form.ts"),
  route("optin/:slug/submit", "routes/api/optin/submit.ts"),
  route("contact/submit", "routes/api/contact/submit.ts"),
  route("contact/health", "routes/api/contact/health.ts"),
  route("optin-settings", "routes/api/optin-settings/index.ts"),
  route("optin-settings/upload-logo", "routes/api/optin-settings/upload-logo.ts"),
  route("optin-settings/:slug", "routes/api/optin-settings/form.ts"),
  route("forms", "routes/api/forms/index.ts"),
  route("forms/:id", "routes/api/forms/form.ts"),
  route("deliveries", "routes/api/deliveries/index.ts"),
  route("deliveries/replay", "routes/api/deliveries/replay.ts"),
  route("replays/:id", "routes/api/replays.ts"),
  route("deliveries/:id", "routes/api/deliveries/delivery.ts"),
  route("deliveries/:id/resend", "routes/api/deliveries/resend.ts"),
  route("analytics", "routes/api/analytics.ts"),
  route("links", "routes/api/links/index.ts"),
  route("links/:id", "routes/api/links/link.ts"),
  route("spend", "routes/api/spend/index.ts"),
  route("spend/uploads", "routes/api/spend/uploads.ts"),
  route("spend/uploads/:id", "routes/api/spend/upload.ts"),
  route("spend/:id", "routes/api/spend/import.ts"),
  route("statements", "routes/api/statements/index.ts"),
  route("statements/:id", "routes/api/statements/statement.ts"),
  route("statements/:id/rows", "routes/api/statements/rows.ts"),
  route("statements/:id/decide", "routes/api/statements/decide.ts"),
  route("statements/:id/undo", "routes/api/statements/undo.ts"),
  route("notifications", "routes/api/notifications/index.ts"),
  route("notifications/read-all", "routes/api/notifications/read-all.ts"),
  route("notifications/:id/read", "routes/api/notifications/read.ts"),
  route("admin/users", "routes/api/admin/users.ts"),
  route("admin/users/stats", "routes/api/admin/statistics.ts"),
  route("admin/users/:id", "routes/api/admin/user.ts"),
  route("admin/users/:id/role", "routes/api/admin/role.ts"),
  route("admin/users/:id/status", "routes/api/admin/status.ts"),
  route("currency/rates", "routes/api/currency/rates.ts"),
  route("exchange-rates", "routes/api/exchange-rates/index.ts"),
  route("exchange-rates/:id", "routes/api/exchange-rates/exchange-rate.ts"),
  route("news", "routes/api/news.ts"),
  route("workspaces", "routes/api/workspaces/index.ts"),
  route("workspaces/accept-invitation", "routes/api/workspaces/accept.ts"),
  route("workspaces/:id", "routes/api/workspaces/workspace.ts"),
  route("workspaces/:id/members", "routes/api/workspaces/members.ts"),
  route("workspaces/:id/members/:userId", "routes/api/workspaces/member.ts"),
  route("workspaces/:id/transfer", "routes/api/workspaces/transfer.ts"),
  route("workspaces/:id/invitations", "routes/api/workspaces/invitations.ts"),
  route("workspaces/:id/invitations/:invitationId", "routes/api/workspaces/invitation.ts"),
  route("workspaces/:id/invitations/:invitationId/resend", "routes/api/workspaces/resend.ts"),
  route("openapi.json", "routes/api/openapi.ts"),
  route("*", "routes/api/not-found.ts"),
]);

export default [
  site,
  ...developers,
  ...crawlers,
  ...auth,
  ...dev,
  ...optIn,
  dashboard,
  admin,
  auditExport,
  supportNote,
  live,
  workspace,
  replayProgress,
  ...formSettings,
  ...files,
  ...api,
] satisfies RouteConfig;
