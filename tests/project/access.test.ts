import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const list = (...folders: string[]) =>
  execFileSync("git", ["ls-files", ...folders], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const findImports = (file: string) =>
  [...read(file).matchAll(/from "#(app\/services\/[^"]+)"/g)].map(([, imported]) => imported ?? "");

/** The services that routes call and that write for the account itself, a visitor or anyone. */
const OTHERS = [
  "app/services/accounts/deactivate-account.server.ts",
  "app/services/accounts/delete-account.server.ts",
  "app/services/accounts/update-account.server.ts",
  "app/services/auth/credentials/reauthentication.server.ts",
  "app/services/auth/providers/used-authorizations.server.ts",
  "app/services/auth/registration/change-password.server.ts",
  "app/services/auth/registration/email-change.server.ts",
  "app/services/auth/registration/password-reset.server.ts",
  "app/services/auth/registration/register-account.server.ts",
  "app/services/auth/registration/verify-email.server.ts",
  "app/services/auth/sessions/list-sessions.server.ts",
  "app/services/auth/sessions/renew-session.server.ts",
  "app/services/auth/sessions/sessions.server.ts",
  "app/services/auth/sign-in/identities.server.ts",
  "app/services/auth/sign-in/link-identity.server.ts",
  "app/services/auth/sign-in/second-factor.server.ts",
  "app/services/auth/sign-in/sign-in-links.server.ts",
  "app/services/auth/sign-in/sign-in.server.ts",
  "app/services/auth/sign-in/two-factor.server.ts",
  "app/services/auth/sign-in/verify-credentials.server.ts",
  "app/services/contact/send-message.server.ts",
  "app/services/notifications/read-notifications.server.ts",
  "app/services/proof/get-proof.server.ts",
  "app/services/push/push-subscriptions.server.ts",
  "app/services/submissions/change-reference.server.ts",
  "app/services/submissions/mail-private-link.server.ts",
  "app/services/submissions/private-links.server.ts",
  "app/services/submissions/review-preferences.server.ts",
  "app/services/team/accept-invitation.server.ts",
  "app/services/uploads/uploads.server.ts",
  "app/services/workspaces/choose-workspace.server.ts",
];

test("each service that a route calls and that writes checks the right in its transaction, or is listed", () => {
  const called = new Set(list("app/routes").flatMap(findImports));
  const unchecked = [...called].filter(
    (file) =>
      read(file).includes("inTransaction(") &&
      !/\b(assertAccess|hasAccess|changeWorkspace|lockManaged|lockAdministrator)\(/.test(read(file)),
  );
  expect(unchecked.sort()).toEqual(OTHERS);
});

test("a right is granted only where a guard or the authorization of a call has checked it", () => {
  const granting = list("app", "server").filter((file) =>
    /\bimport \{[^}]*\bgrant(Key)?Access\b[^}]*\}/.test(read(file)),
  );
  expect(granting).toEqual([
    "app/http/api/authorize.server.ts",
    "app/services/auth/sessions/member.server.ts",
    "app/services/workspaces/memberships.server.ts",
  ]);
});
