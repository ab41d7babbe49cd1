import { expect, test } from "vitest";
import { paths } from "./paths.ts";

test("every page has the address that people have bookmarked", () => {
  expect({
    landing: paths.landing(),
    login: paths.login(),
    sessionExpired: paths.login({ session: "expired" }),
    logout: paths.logout(),
    theme: paths.theme(),
    notFound: paths.notFound(),
    optIn: paths.optIn({ slug: "casa-trading" }),
    overview: paths.overview(),
    submissions: paths.submissions(),
    toCheck: paths.submissions({ status: "pending", sort: "sendBefore" }),
    submission: paths.submission({ submissionId: "019a", query: { status: "pending" } }),
  }).toMatchInlineSnapshot(`
    {
      "landing": "/",
      "login": "/login",
      "logout": "/logout",
      "notFound": "/not-found",
      "optIn": "/optin/casa-trading",
      "overview": "/dashboard/overview",
      "sessionExpired": "/login?session=expired",
      "submission": "/dashboard/submissions?status=pending&open=019a",
      "submissions": "/dashboard/submissions",
      "theme": "/theme",
      "toCheck": "/dashboard/submissions?status=pending&sort=sendBefore",
    }
  `);
});

test("an address has the parameters of its page and nothing else of a record that is handed to it", () => {
  const record = {
    id: "1",
    platformId: "2",
    fileName: "exness.csv",
    uploadedBy: "Ana",
    bytes: 16026,
    page: "3",
  };
  expect(paths.statement(record)).toBe("/dashboard/statements/1?page=3");
  expect(paths.statementPairs(record)).toBe("/dashboard/statements/1/pairs?page=3");
  expect(paths.commission(record)).toBe("/dashboard/affiliate-settings/2/commission?page=3");
  expect(paths.login({ returnTo: "/a", ...record })).toBe("/login?returnTo=%2Fa");
  expect(paths.statements({ platform: "2", ...record })).toBe("/dashboard/statements?platform=2");
  const filters = { status: "pending", form: "7" };
  expect(paths.submissions({ ...filters, ...record })).toBe(
    "/dashboard/submissions?status=pending&form=7&page=3",
  );
  expect(paths.person({ search: "ana", ...record })).toBe("/dashboard/person?search=ana&page=3");
});
