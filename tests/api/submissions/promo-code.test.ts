import { expect, test } from "vitest";
import { Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { erasePerson } from "#app/services/people/erase-person.server.ts";
import { createForm, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const LIST = "/api/optin/dashboard/submissions";

test("a promo code goes from the form to the list, the details, the file and the proof, and is erased", async () => {
  const form = await createForm();
  expect((await site.send(`/optin/${form.slug}`)).text).toContain('name="promoCode"');
  const { status, json } = await site.submit(form, { email: "a@example.com", promoCode: " AUTUMN-26 " });
  expect(status).toBe(201);

  const { token, cookie } = await signInAs(form.owner);
  const listed = (await site.send(LIST, { token })).json.submissions[0];
  expect(listed.formData).toMatchObject({ reference: null, promoCode: "AUTUMN-26" });
  expect((await site.send(`${LIST}/export`, { token })).text).toContain(
    "Account no.,Promo code,Amount claimed",
  );
  expect((await site.send(`${LIST}/export`, { token })).text).toContain(",deposit,,AUTUMN-26,");
  const page = await site.send(paths.submission(json), { cookie });
  expect(page.text).toContain("AUTUMN-26");
  const openapi = (await site.send("/api/openapi.json")).text;
  expect(openapi.match(/"promoCode"/g)?.length).toBeGreaterThan(1);
  expect((await site.send("/privacy-policy")).text).toContain("promo code");

  const { workspace, id: userId } = form.owner;
  await erasePerson({ workspaceId: workspace.id, userId, search: "a@example.com" });
  expect(await Submission.findByPk(json.submissionId)).toMatchObject({ promoCode: null });
});
