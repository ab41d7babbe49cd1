import { expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findLoadFailure } from "./load-failures.ts";

test.each([
  [paths.overview(), "Failed to load statistics"],
  [paths.analytics(), "Failed to load statistics"],
  [paths.spend(), messages.loading.spend],
  [paths.submissions(), "Failed to load submissions"],
  [`${paths.submissions()}/7/proof`, "Failed to load submissions"],
  [paths.platform({ platformId: "7" }), "Failed to load platforms"],
  [paths.formSettings(), "Failed to fetch settings"],
  [paths.formSettings({ formId: "7" }), "Failed to fetch settings"],
  [paths.settings({ section: "team" }), "Failed to fetch settings"],
  [paths.adminUser({ userId: "7" }), "Failed to fetch users"],
  [paths.admin(), "Failed to fetch user statistics"],
  [paths.news(), "Failed to fetch news"],
  [paths.deliveries(), messages.loading.deliveries],
  [paths.integration({ adPlatform: "meta" }), messages.loading.integrations],
  [paths.notifications(), messages.loading.notifications],
  [paths.contactMessages(), messages.loading.contactMessages],
  [paths.auditLog(), messages.loading.auditLog],
  [paths.systemHealth(), messages.loading.systemHealth],
  ["/DASHBOARD/news", "Failed to fetch news"],
  [paths.pricing(), undefined],
])("a page at %s that could not be loaded says %s", (pathname, sentence) => {
  expect(findLoadFailure(pathname)).toBe(sentence);
});
