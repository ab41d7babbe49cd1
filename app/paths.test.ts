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
