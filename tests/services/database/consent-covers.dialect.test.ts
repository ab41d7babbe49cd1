import { expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { PastConsentText, type Submission } from "#app/models/index.server.ts";
import migration from "../../../migrations/20261126-1000-consent-covers.ts";
import { createForm, submitForm } from "../../factories/index.ts";

test("claims of the version before get the newest version of the text that they keep", async () => {
  const queryInterface = sequelize.getQueryInterface();
  const form = await createForm();
  const texts = ["First", "first", "First", "Last"];
  const claims: Submission[] = [];
  for (const consentText of texts) {
    const claim = await submitForm(form);
    claims.push(await claim.update({ consentText }));
  }
  const other = await submitForm(await createForm());
  for (const [index, text] of texts.slice(0, 3).entries())
    await PastConsentText.create({ formId: form.id, version: index + 1, text, replacedAt: new Date() });
  await form.row.update({ consentText: "Last", consentVersion: 4 });

  await migration.down(queryInterface);
  for (const _ of ["first", "again"]) {
    await migration.up(queryInterface);
    for (const claim of [...claims, other]) await claim.reload();
    expect(claims.map(({ consentVersion }) => consentVersion)).toEqual([3, 2, 3, 4]);
    expect(other.consentVersion).toBe(1);
  }
});
