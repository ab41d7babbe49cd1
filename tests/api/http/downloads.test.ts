import { expect, test } from "vitest";
import { User } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { createForm, signInAs, submitForm } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test("every file is an attachment that nobody stores, and HEAD responds with its headers alone", async () => {
  const form = await createForm();
  const { owner, slug } = form;
  const { id, email } = await submitForm(form);
  await User.update({ role: "admin" }, { where: { id: owner.id } });
  const { cookie } = await signInAs(owner);
  const token = createPrivateToken(id);
  const files: [path: string, name: RegExp, type: string][] = [
    [paths.auditExport(), /audit-log-[\d-]{10}\.csv/, "text/csv; charset=utf-8"],
    [paths.personExport({ search: email }), /person\.json/, "application/json; charset=utf-8"],
    [paths.privateProof({ slug, token }), /proof-[\w-]{36}\.json/, "application/json; charset=utf-8"],
    [paths.proofFile({ submissionId: id }), /proof-[\w-]{36}\.json/, "application/json; charset=utf-8"],
    [paths.exportData(), /attesto-export\.json/, "application/json; charset=utf-8"],
    ["/api/optin/dashboard/submissions/export", /claims-[\d-]{10}\.csv/, "text/csv; charset=utf-8"],
    ["/dashboard/optin-settings/qr/png", /.+-qr\.png/, "image/png"],
    ["/dashboard/optin-settings/qr/svg", /.+-qr\.svg/, "image/svg+xml; charset=utf-8"],
  ];
  for (const [path, name, type] of files) {
    const file = await site.send(path, { cookie });
    const head = await site.send(path, { cookie, method: "HEAD" });

    expect([path, file.status, head.status, head.text]).toEqual([path, 200, 200, ""]);
    expect(file.text.length, path).toBeGreaterThan(40);
    for (const { headers } of [file, head]) {
      expect(headers.get("content-disposition")).toMatch(
        new RegExp(`^attachment; filename="${name.source}"$`),
      );
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "no-store, no-transform",
        "content-type": type,
        "x-content-type-options": "nosniff",
        "x-robots-tag": "noindex",
      });
    }
  }
});
