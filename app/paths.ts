import type { FormTab, ShareTab } from "#app/lib/form-tabs.ts";
import { type PageTheme, THEME_PARAMETER } from "#app/lib/form-theme.ts";
import { getKeys } from "#app/lib/objects.ts";
import { withQuery } from "#app/lib/query-string.ts";
import { filterLabels } from "#app/lib/submission-filters.ts";

type Query<Name extends string> = { [name in Name]?: string | number | null | undefined };

/**
 * Keeps the named parameters only, because a record that is passed as a query has more than an address may
 * hold.
 */
function pathWith<Name extends string>(
  path: string,
  names: readonly Name[],
  query: Query<Name> = {},
): string {
  const known: readonly string[] = names;
  const given = Object.entries<string | number | null | undefined>(query).filter(([name]) =>
    known.includes(name),
  );
  const search = withQuery("", Object.fromEntries(given.map(([name, value]) => [name, value ?? null])));
  return search === "?" ? path : path + search;
}

const STATEMENT_QUERY = ["group", "page", "search"] as const;
type StatementQuery = Query<(typeof STATEMENT_QUERY)[number]>;

/** The parameter of the list that shows the result of a bulk decision. */
export const RESULT = "result";
const CLAIMS_QUERY = [...getKeys(filterLabels), "open", "at", "exact", RESULT] as const;
export const DAYS_QUERY = ["period", "from", "to", "compare"] as const;
const LOG_QUERY = ["platform", "outcome", "state", "from", "to", "search", "page"] as const;
const MONEY_QUERY = [...DAYS_QUERY, "groupBy", "basis", "sort", "page"] as const;
const SPEND_FILTERS = ["campaign", "platform", "account", "source", "import"] as const;
const USERS_QUERY = ["search", "role", "status", "page", "limit"] as const;
const AUDIT_QUERY = ["action", "search", "user", "from", "to", "page"] as const;

type OfForm = { formId?: string | undefined };
const ofForm = ({ formId }: OfForm = {}, part = "") =>
  `/dashboard/${formId === undefined ? "optin-settings" : `forms/${encodeURIComponent(formId)}`}${part}`;

export const paths = {
  landing: () => "/",
  login: (query?: { session?: "expired"; returnTo?: string }) =>
    pathWith("/login", ["session", "returnTo"], query),
  /** Requests a link by email, and with its token signs in. */
  signInByLink: (query?: { token?: string; returnTo?: string }) =>
    pathWith("/login/email", ["token", "returnTo"], query),
  /** With `correct` the form replaces the registration that this browser has made before. */
  signup: (query?: { correct?: "email"; invitation?: string }) =>
    pathWith("/signup", ["correct", "invitation"], query),
  forgotPassword: () => "/forgot-password",
  resetPassword: (query?: { token?: string }) => pathWith("/reset-password", ["token"], query),
  verifyEmail: (query?: { token?: string }) => pathWith("/verify-email", ["token"], query),
  verifyEmailPending: () => "/verify-email-pending",
  accountDeactivated: () => "/account-deactivated",
  devMails: () => "/dev/mail",
  devMail: ({ id }: { id: string }) => `/dev/mail/${id}`,
  devMailHtml: ({ id }: { id: string }) => `/dev/mail/${id}/html`,
  unauthorized: () => "/unauthorized",
  pricing: () => "/pricing",
  hireUs: () => "/hire-us",
  about: () => "/about",
  support: () => "/support",
  apiReference: () => "/docs/api",
  /** With a subject the form has it selected. */
  contact: (query?: { subject: string }) => pathWith("/contact", ["subject"], query),
  privacy: () => "/privacy-policy",
  terms: () => "/terms-of-service",
  /** The public keys that proofs are checked with. */
  proofKeys: () => "/.well-known/attesto-keys.json",
  /** How a proof is checked. */
  proof: () => "/proof",
  apiDocument: () => "/api/openapi.json",
  secondFactor: (query?: { returnTo?: string }) => pathWith("/login/second-step", ["returnTo"], query),
  /** Where a provider's sign-in begins and comes back to. */
  providerSignIn: ({ provider, ...query }: { provider: string; returnTo?: string }) =>
    pathWith(`/auth/${provider}`, ["returnTo"], query),
  providerCallback: ({ provider }: { provider: string }) => `/auth/${provider}/callback`,
  /** Asks for the password of the account that a provider's is about to open. */
  linkProvider: () => "/login/link",
  socialLoginSuccess: (query?: { returnTo?: string }) =>
    pathWith("/social-login-success", ["returnTo"], query),
  reauthenticate: (query?: { returnTo?: string }) => pathWith("/reauthenticate", ["returnTo"], query),
  /** Where somebody joins a workspace by an emailed link. */
  invitation: (query?: { token?: string }) => pathWith("/invitation", ["token"], query),
  /** Where the menu of the account posts another workspace. */
  switchWorkspace: () => "/dashboard/workspace",
  /** The workspaces of somebody who works in several. */
  workspaces: (query?: { page?: string }) => pathWith("/dashboard/workspaces", ["page"], query),
  /** Opens a page in the workspace of this mark. */
  inWorkspace: (query: { mark: string; to: string }) =>
    pathWith("/dashboard/workspace", ["mark", "to"], query),
  news: (query?: { source?: string; category?: string }) =>
    pathWith("/dashboard/news", ["source", "category"], query),
  linkHosts: () => "/admin/link-hosts",
  adminNews: () => "/admin/news",
  adminNewsItem: ({ newsItemId }: { newsItemId: string }) => `/admin/news/${encodeURIComponent(newsItemId)}`,
  deleteWorkspace: () => "/dashboard/settings/team/delete",
  deleteAccount: () => "/dashboard/settings/account/delete",
  exportData: () => "/api/user/export",
  platforms: () => "/dashboard/affiliate-settings",
  platform: ({ platformId }: { platformId: string }) =>
    `/dashboard/affiliate-settings/${encodeURIComponent(platformId)}`,
  newContract: ({ platformId }: { platformId: string }) =>
    `/dashboard/affiliate-settings/${encodeURIComponent(platformId)}/contracts/new`,
  /** A contract of a broker: where it is changed. */
  contract: ({ platformId, contractId }: { platformId: string; contractId: string }) =>
    `/dashboard/affiliate-settings/${encodeURIComponent(platformId)}/contracts/${encodeURIComponent(contractId)}`,
  /** What the form asks of a broker's clients, and on which forms it is. */
  platformOnForm: ({ platformId }: { platformId: string }) =>
    `/dashboard/affiliate-settings/${encodeURIComponent(platformId)}/form`,
  /** By what a broker's claims are verified without a member. */
  platformRule: ({ platformId }: { platformId: string }) =>
    `/dashboard/affiliate-settings/${encodeURIComponent(platformId)}/rule`,
  /** A broker's links, and in the part behind it its postbacks. */
  platformLinks: ({ platformId }: { platformId: string }) =>
    `/dashboard/affiliate-settings/${encodeURIComponent(platformId)}/links`,
  /** A link of a broker: where it is changed. */
  brokerLink: ({ platformId, linkId }: { platformId: string; linkId: string }) =>
    `/dashboard/affiliate-settings/${encodeURIComponent(platformId)}/links/${encodeURIComponent(linkId)}`,
  /** What people are given: it leads to the broker. */
  go: ({ code }: { code: string }) => `/go/${code}`,
  /** Where a broker calls back, and what it called. */
  platformPostbacks: ({ platformId, ...query }: { platformId: string; cursor?: string }) =>
    pathWith(`/dashboard/affiliate-settings/${encodeURIComponent(platformId)}/postbacks`, ["cursor"], query),
  /** Whether its API is asked, and how it answers. */
  platformConnection: ({ platformId, ...query }: { platformId: string; kind?: string }) =>
    pathWith(`/dashboard/affiliate-settings/${encodeURIComponent(platformId)}/connection`, ["kind"], query),
  /** What a month earns by the tiers, beside what the broker pays. */
  commission: ({ platformId, ...query }: { platformId: string; month?: string; page?: string }) =>
    pathWith(
      `/dashboard/affiliate-settings/${encodeURIComponent(platformId)}/commission`,
      ["month", "page"],
      query,
    ),
  commissionExport: ({ platformId, ...query }: { platformId: string; month: string; format: string }) =>
    pathWith(
      `/dashboard/affiliate-settings/${encodeURIComponent(platformId)}/commission/export`,
      ["month", "format"],
      query,
    ),
  forms: () => "/dashboard/forms",
  /** Of the default form without an id, as all of a form. A new one says where it is. */
  formSettings: ({ formId, tab = "look", isNew }: OfForm & { tab?: FormTab; isNew?: "yes" } = {}) =>
    pathWith(ofForm({ formId }, tab === "look" ? "" : `/${tab}`), ["new"], { new: isNew }),
  /** Where the owner says which ad platforms a consent text covers. */
  consentCoverage: (form?: OfForm) => ofForm(form, "/consent"),
  /** `channel` is chosen for a new link; `mode` and `language` are those of the code for another site. */
  shareForm: ({
    formId,
    tab = "links",
    ...query
  }: OfForm & { tab?: ShareTab } & Query<"channel" | "mode" | "language"> = {}) =>
    pathWith(
      ofForm({ formId }, tab === "links" ? "/share" : `/share/${tab}`),
      ["channel", "mode", "language"],
      query,
    ),
  /** A link that the owner has named. */
  link: ({ linkId }: { linkId: string }) => `/dashboard/optin-settings/links/${encodeURIComponent(linkId)}`,
  /** The form as it would look with what is typed; for a frame. */
  formPreview: ({ formId, framed }: OfForm & { framed?: "yes" } = {}) =>
    pathWith(ofForm({ formId }, "/preview"), ["framed"], { framed }),
  /** A page of another site with the form in it, for a frame. */
  embedPreview: ({ formId, ...query }: OfForm & { mode?: string; language?: string | undefined } = {}) =>
    pathWith(ofForm({ formId }, "/embed-preview"), ["mode", "language"], query),
  /** Where the settings ask whether a slug is free. */
  slugCheck: ({ formId, ...query }: OfForm & { slug: string }) =>
    pathWith(ofForm({ formId }, "/slug"), ["slug"], query),
  /** Of the form's address, or of a link's. */
  qrCode: ({ formId, format, link }: OfForm & { format: "png" | "svg"; link?: string | undefined }) =>
    pathWith(ofForm({ formId }, `/qr/${format}`), ["link"], { link }),
  uploadLogo: () => "/api/optin-settings/upload-logo",
  /** Leads to that file, and to the question for the password before it. */
  settingsExport: () => "/dashboard/settings/account/export",
  settingsReadyToExport: () => "/dashboard/settings/account?export=ready",
  settingsHome: () => "/dashboard/settings",
  settings: ({
    section,
  }: {
    section:
      | ("account" | "security" | "preferences" | "password" | "notifications" | "team" | "api-keys")
      | ("support-access" | "exchange-rates");
  }) => `/dashboard/settings/${section}`,
  /** Where exchange rates are set, with the pair that is missing. */
  exchangeRates: (query?: { from: string; to: string }) =>
    pathWith("/dashboard/settings/exchange-rates", ["from", "to"], query),
  /** Two-step sign-in: its set-up, its recovery codes, its end. */
  twoFactor: () => "/dashboard/settings/security/two-step",
  /** The sign-in providers that are connected to the account. */
  connectedProviders: () => "/dashboard/settings/security/providers",
  /** Stops emails of a kind; `token` says of which, and whose. */
  unsubscribe: (query: { token: string }) => pathWith("/unsubscribe", ["token"], query),
  readNotification: ({ id }: { id: string }) => `/api/notifications/${encodeURIComponent(id)}/read`,
  notifications: (query?: Query<"kind" | "state" | "page">) =>
    pathWith("/dashboard/notifications", ["kind", "state", "page"], query),
  logout: (query?: { returnTo?: string }) => pathWith("/logout", ["returnTo"], query),
  /** Where the dashboard's script asks whether the session still holds. */
  session: () => "/session",
  theme: () => "/theme",
  notFound: () => "/not-found",
  /** Where a form that is gone leads. */
  gone: () => "/404",
  optIn: ({ slug, ...query }: { slug: string; lang?: string }) =>
    pathWith(`/optin/${encodeURIComponent(slug)}`, ["lang"], query),
  /** Leads to the bot in Telegram, in whose chat the form goes on. */
  continueInTelegram: ({ slug }: { slug: string }) => `/t/${encodeURIComponent(slug)}`,
  /** The privacy notice that the form's owner has written. */
  optInPrivacy: ({ slug, ...query }: { slug: string; lang: string }) =>
    pathWith(`/optin/${encodeURIComponent(slug)}/privacy`, ["lang"], query),
  /** What a page that was fetched ahead asks for when it is shown. */
  optInShown: ({ slug }: { slug: string }) => `/optin/${encodeURIComponent(slug)}/shown`,
  /** The visitor's page, right after confirming or before withdrawing if `shows` says so. */
  privateLink: ({
    slug,
    token,
    shows,
    theme,
  }: {
    slug: string;
    token: string;
    shows?: "new" | "withdraw" | "end-sharing" | "saved" | "sent";
    theme?: PageTheme | undefined;
  }) =>
    pathWith(
      `/optin/${encodeURIComponent(slug)}/mine/${encodeURIComponent(token)}`,
      ["new", "withdraw", "end-sharing", "saved", "sent", THEME_PARAMETER],
      { ...(shows && { [shows]: "yes" }), [THEME_PARAMETER]: theme },
    ),
  /** The visitor's copy of the proof, as a file. */
  privateProof: ({ slug, token }: { slug: string; token: string }) =>
    `/optin/${encodeURIComponent(slug)}/mine/${encodeURIComponent(token)}/proof`,
  integrations: () => "/dashboard/integrations",
  /** The bot of Telegram. */
  telegram: () => "/dashboard/integrations/telegram",
  integration: ({ adPlatform }: { adPlatform: string }) => `/dashboard/integrations/${adPlatform}`,
  /** The channels and groups that the bot lets people into, and who waits there. */
  telegramDoors: (query?: Query<"page">) =>
    pathWith("/dashboard/integrations/telegram/doors", ["page"], query),
  telegramDoor: ({ doorId }: { doorId: string }) => `/dashboard/integrations/telegram/doors/${doorId}`,
  /** Where an ad platform redirects to after its owner has signed in there. */
  integrationCallback: () => "/dashboard/integrations/callback",
  deliveries: (query?: Query<(typeof LOG_QUERY)[number]>) =>
    pathWith("/dashboard/deliveries", LOG_QUERY, query),
  delivery: ({ deliveryId }: { deliveryId: string }) => `/dashboard/deliveries/${deliveryId}`,
  /** Where failed events of a range are sent again. */
  replay: (query?: { platform?: string; from?: string; to?: string; of?: "neverSent" }) =>
    pathWith("/dashboard/deliveries/replay", ["platform", "from", "to", "of"], query),
  replayProgress: () => "/dashboard/deliveries/replay/progress",
  analytics: (query?: Query<(typeof DAYS_QUERY)[number] | "form">) =>
    pathWith("/dashboard/analytics", [...DAYS_QUERY, "form"], query),
  /** What ads cost, beside what their claims earn. */
  money: (query?: Query<(typeof MONEY_QUERY)[number]>) =>
    pathWith("/dashboard/analytics/money", MONEY_QUERY, query),
  /** From when on a campaign is too expensive, and which source each counts under. */
  moneyRules: (query?: Query<"campaign">) =>
    pathWith("/dashboard/analytics/money/rules", ["campaign"], query),
  /** The table of that page as a file; its query is that of the page. */
  moneyExport: (query?: Query<(typeof MONEY_QUERY)[number] | "format">) =>
    pathWith("/dashboard/analytics/money/export", [...MONEY_QUERY, "format"], query),
  /** `add` opens the form for a file or an amount. */
  spend: (query?: Query<(typeof DAYS_QUERY)[number] | "groupBy" | "page" | "imports" | "add">) =>
    pathWith("/dashboard/spend", [...DAYS_QUERY, "groupBy", "page", "imports", "add"], query),
  /** How a file of spend is read. */
  spendFile: ({ id }: { id: string }) => `/dashboard/spend/files/${id}`,
  /** A file to fill in for spend of which there is no export. */
  spendTemplate: () => "/dashboard/spend/template",
  /** The rows of spend that a number is the sum of. */
  spendRows: (query?: Query<(typeof DAYS_QUERY)[number] | (typeof SPEND_FILTERS)[number] | "page">) =>
    pathWith("/dashboard/spend/rows", [...DAYS_QUERY, ...SPEND_FILTERS, "page"], query),
  /** Finds a visitor by email or phone. `erased`: the ad platforms that an erased one's data had gone to. */
  person: (query?: Query<"search" | "erased" | "job" | "page">) =>
    pathWith("/dashboard/person", ["search", "erased", "job", "page"], query),
  personExport: (query: { search: string }) => pathWith("/dashboard/person/export", ["search"], query),
  /** Ends or leaves a support access. */
  supportNote: () => "/support-access",
  admin: (query?: Query<"period">) => pathWith("/admin", ["period"], query),
  adminUsers: (query?: Query<(typeof USERS_QUERY)[number]>) => pathWith("/admin/users", USERS_QUERY, query),
  adminUser: ({ userId }: { userId: string }) => `/admin/users/${encodeURIComponent(userId)}`,
  /** Asks before a user is deleted; the query is that of the list to come back to. */
  deleteUser: ({ userId, query }: { userId: string; query?: Query<(typeof USERS_QUERY)[number]> }) =>
    pathWith(`/admin/users/${encodeURIComponent(userId)}/delete`, USERS_QUERY, query),
  contactMessages: (query?: Query<"view" | "page">) => pathWith("/admin/messages", ["view", "page"], query),
  auditLog: (query?: Query<(typeof AUDIT_QUERY)[number]>) => pathWith("/admin/audit-log", AUDIT_QUERY, query),
  auditExport: (query?: Query<(typeof AUDIT_QUERY)[number] | "format">) =>
    pathWith("/admin/audit-log/export", [...AUDIT_QUERY, "format"], query),
  systemHealth: () => "/admin/system",
  overview: () => "/dashboard/overview",
  /** Made-up claims to try the desk with. */
  samples: (query?: Query<"open" | "sort">) =>
    pathWith("/dashboard/overview/samples", ["open", "sort"], query),
  /** `platform` is the broker that the upload form has chosen. */
  statements: (query?: { platform?: string }) => pathWith("/dashboard/statements", ["platform"], query),
  /** The brokers of which claims wait for a statement. */
  dueStatements: () => "/dashboard/statements/due",
  /** What all brokers owe of a month. */
  commissionOwed: (query?: Query<"month">) => pathWith("/dashboard/statements/commission", ["month"], query),
  uploadStatement: () => "/api/statements",
  uploadSpend: () => "/api/spend/uploads",
  /** What was found in a broker's file, by group. */
  statement: ({ id, ...query }: { id: string } & StatementQuery) =>
    pathWith(`/dashboard/statements/${id}`, STATEMENT_QUERY, query),
  /** The demo's file of a broker. */
  sampleStatement: ({ platformId }: { platformId: string }) => `/dashboard/statements/samples/${platformId}`,
  /** Claims without a number beside clients who may be theirs. */
  statementPairs: ({ id, ...query }: { id: string } & StatementQuery) =>
    pathWith(`/dashboard/statements/${id}/pairs`, STATEMENT_QUERY, query),
  submissions: (query?: Query<(typeof CLAIMS_QUERY)[number]>) =>
    pathWith("/dashboard/submissions", CLAIMS_QUERY, query),
  /** New and changed claims as they happen. */
  live: (query: { after: string }) => pathWith("/dashboard/live", ["after"], query),
  /** The file of a long list, written in the background. */
  listExport: ({ exportId }: { exportId: string }) => `/dashboard/submissions/exports/${exportId}`,
  /** Where a list is exported; its query is that of the list. */
  submissionsExport: () => "/dashboard/submissions/export",
  submission: ({
    submissionId,
    query,
  }: {
    submissionId: string;
    query?: Query<(typeof CLAIMS_QUERY)[number]>;
  }) => pathWith("/dashboard/submissions", CLAIMS_QUERY, { ...query, open: submissionId }),
  /** Where a later amount or a chargeback is entered. */
  correction: ({ submissionId }: { submissionId: string }) =>
    `/dashboard/submissions/${encodeURIComponent(submissionId)}/correction`,
  /** The proof of a submission, to be read and printed. */
  submissionProof: ({ submissionId }: { submissionId: string }) =>
    `/dashboard/submissions/${encodeURIComponent(submissionId)}/proof`,
  proofFile: ({ submissionId }: { submissionId: string }) =>
    `/api/proofs/${encodeURIComponent(submissionId)}`,
};
