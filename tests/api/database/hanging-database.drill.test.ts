import { expect, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { connectMeta, createForm, createOwner, signInAs, submitForm } from "../../factories/index.ts";
import { startSandboxServer } from "../../servers/sandbox.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { hangingDatabase, unavailable } from "../../support/hanging-database.ts";
import { forTest, startTestApp } from "../../support/start-for-test.ts";

test("a request of many queries is a 503 at its deadline, although none of them is too slow", async () => {
  const { databaseUrl, slowDown, goOn } = await hangingDatabase();
  const app = await startTestApp({ databaseUrl, env: { RUN_WORKER: "no" } });
  const owner = await createOwner({ password: "correct horse battery" });
  const { cookie } = await signInAs(owner);
  const json = { usernameOrEmail: owner.email, password: "correct horse battery" };
  const ask = () =>
    Promise.all([
      send(`${app.url}/api/auth/login`, { json }),
      ...(isSqlite
        ? []
        : ["/dashboard/overview", "/dashboard/submissions", "/dashboard/analytics.data"].map((path) =>
            send(app.url + path, { cookie }),
          )),
    ]);
  expect((await ask()).every(({ status }) => status === 200)).toBe(true);

  await slowDown();
  const began = performance.now();
  const refused = await ask();
  expect(refused.map(unavailable)).toEqual(refused.map(() => [503, true]));
  expect(performance.now() - began).toBeLessThan(10_000);
  await goOn();
});

test("an outcome that cannot be saved holds up no request: it is saved once the database goes on", async () => {
  const { databaseUrl, hang, goOn } = await hangingDatabase();
  const sandbox = await forTest(startSandboxServer({ slowMs: 1_000 }), ({ close }) => close());
  const app = await startTestApp({ databaseUrl, env: { META_GRAPH_URL: sandbox.url, RUN_WORKER: "no" } });
  const form = await createForm();
  await connectMeta(form.owner, { accessToken: "sandbox-slow-accepts" });
  const { token } = await signInAs(form.owner);
  const { id } = await submitForm(form);
  const path = `${app.url}/api/optin/dashboard/submissions/${id}`;
  const deciding = send(path, { method: "PUT", token, json: { status: "handled" } });
  await eventually(() => expect(sandbox.events()).toHaveLength(1));

  await hang();
  const response = await deciding;
  // What SQLite can still read says that the event has not arrived yet.
  if (isSqlite) expect([response.status, response.json.eventStatus]).toEqual([200, "failed"]);
  else expect(unavailable(response)).toEqual([503, true]);

  await goOn();
  await eventually(async () => expect((await send(path, { token })).json.eventStatus).toBe("sent"));
  expect(sandbox.acceptedIds()).toHaveLength(1);
});
