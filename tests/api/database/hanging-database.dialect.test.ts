import { expect, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { createForm, optInBody, signInAs, submitForm } from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { hangingDatabase, unavailable } from "../../support/hanging-database.ts";
import { startTestApp } from "../../support/start-for-test.ts";

test("while the database hangs the form is shown and the rest is a 503, then everything continues", async () => {
  const { databaseUrl, hang, goOn } = await hangingDatabase();
  const app = await startTestApp({ databaseUrl, env: { RUN_WORKER: "no" } });
  const form = await createForm();
  const neverShown = await createForm();
  const { cookie, token } = await signInAs(form.owner);
  const submit = () => send(`${app.url}/api/optin/${form.slug}/submit`, { json: optInBody(form) });
  const claims = [await submitForm(form), await submitForm(form)];
  const decide = () =>
    send(`${app.url}/api/optin/dashboard/submissions/bulk`, {
      token,
      json: { ids: claims.map(({ id }) => id), status: "handled" },
    });
  expect((await send(`${app.url}/optin/${form.slug}`)).status).toBe(200);

  await hang();
  // Each of these would wait for as long as the database hangs.
  const shown = await send(`${app.url}/optin/${form.slug}`);
  expect([shown.status, shown.text.includes("Confirm your deposit")]).toEqual([200, true]);
  const signedIn = ["/", "/dashboard", "/dashboard/submissions", "/dashboard/settings/account"];
  const refused = await Promise.all([
    submit(),
    decide(),
    ...(isSqlite
      ? []
      : [
          send(`${app.url}/readyz`),
          send(`${app.url}/optin/${neverShown.slug}`),
          send(`${app.url}/api/user/profile`, { token }),
          ...signedIn.map((path) => send(app.url + path, { cookie })),
        ]),
  ]);
  expect(refused.map(unavailable)).toEqual(refused.map(() => [503, true]));
  // A link of the dashboard keeps its frame.
  const list = refused.find(({ text }) => text.includes("Failed to load submissions"));
  if (!isSqlite) expect(list?.text).toMatch(/<nav[^>]+aria-label="Dashboard"/);
  expect((await send(`${app.url}/healthz`)).status).toBe(200);

  await goOn();
  await eventually(async () => expect((await submit()).status).toBe(201));
  expect((await decide()).json.updated).toBe(2);
  expect((await send(`${app.url}/readyz`)).status).toBe(200);
  expect((await send(`${app.url}/dashboard/submissions`, { cookie })).status).toBe(200);
});
