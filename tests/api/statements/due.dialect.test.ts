import { expect, test } from "vitest";
import { HOUR } from "#app/lib/dates.ts";
import { Submission } from "#app/models/index.server.ts";
import { createForm, createMember, createPlatforms, signInAs, submitForm } from "../../factories/index.ts";
import { plainText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const DUE = "/dashboard/statements/due";

/** The rows of the page's table, as people read them. */
const readBody = (html: string) =>
  [...(/<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? "").matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(
    ([, row = ""]) => plainText(row).trim(),
  );

/** A claim of a broker that expires in so many hours. */
async function submitIn(hours: number, form: Awaited<ReturnType<typeof createForm>>, platform: string) {
  const { id } = await submitForm(form, { platform });
  await Submission.update({ sendBefore: new Date(Date.now() + hours * HOUR) }, { where: { id } });
}

test("the statements that are due stand by broker, the most urgent first, each with the way to upload it", async () => {
  const { owner } = await createForm();
  const platforms = await createPlatforms(3, { owner });
  const form = await createForm({ owner, platforms });
  const [later, due, far] = platforms.map(({ id }) => id) as [string, string, string];
  await submitIn(100, form, later);
  await submitIn(40, form, due);
  await submitIn(90, form, due);
  await submitIn(150, form, far);
  const { cookie } = await signInAs(owner);
  const { text } = await site.send(DUE, { cookie });
  const rows = readBody(text);
  const [laterName, dueName, farName] = platforms.map(({ name }) => name) as [string, string, string];
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(new RegExp(`^${dueName} now 2 1 d 15 h none yet Upload`));
  expect(rows[1]).toMatch(new RegExp(`^${laterName} .* 1 4 d 3 h none yet Upload`));
  expect(text).not.toContain(farName);
  expect(text).toContain(`href="/dashboard/statements?platform=${due}"`);

  const { cookie: viewer } = await signInAs(await createMember(owner, "viewer"));
  const seen = await site.send(DUE, { cookie: viewer });
  expect(seen.text).toContain(dueName);
  expect(seen.text).not.toContain(">Upload");
});

test("without a claim that expires soon, no statement is due", async () => {
  const { owner } = await createForm();
  const { cookie } = await signInAs(owner);
  expect((await site.send(DUE, { cookie })).text).toContain("No statement is due");
});

test("a broker's last file stands beside the claims that wait for the next one", async () => {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const platformId = form.platforms[0]?.id ?? "";
  await submitIn(40, form, platformId);
  const body = new FormData();
  body.set("platformId", platformId);
  body.set("file", new Blob(["Login;Amount;Currency\n8412337;250;EUR\n"]), "deposits.csv");
  await fetch(`${site.app.url}/api/statements`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  const [row] = readBody((await site.send(DUE, { cookie })).text);
  expect(row).toMatch(/ now 1 1 d 15 h \d{1,2}:\d\d/);
});
