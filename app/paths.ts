import { changedQuery } from "#app/lib/address.ts";

type Query = Record<string, string | number | null>;

const withQuery = (path: string, query: Query = {}) => {
  const search = changedQuery("", query);
  return search === "?" ? path : path + search;
};

/** Every page's address, written once. */
export const paths = {
  landing: () => "/",
  login: (query?: { session?: "expired"; returnTo?: string }) => withQuery("/login", query),
  logout: () => "/logout",
  theme: () => "/theme",
  notFound: () => "/not-found",
  optIn: ({ slug }: { slug: string }) => `/optin/${encodeURIComponent(slug)}`,
  /** What a visitor confirmed; `isNew` right after confirming it. */
  privateLink: ({ slug, token, isNew }: { slug: string; token: string; isNew?: boolean }) =>
    withQuery(
      `/optin/${encodeURIComponent(slug)}/mine/${encodeURIComponent(token)}`,
      isNew ? { new: "yes" } : {},
    ),
  overview: () => "/dashboard/overview",
  submissions: (query?: Query) => withQuery("/dashboard/submissions", query),
  submission: ({ submissionId, query }: { submissionId: string; query?: Query }) =>
    withQuery("/dashboard/submissions", { ...query, open: submissionId }),
};
