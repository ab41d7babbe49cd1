import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LoadContext } from "#app/http/load-context.ts";
import { runWithContext } from "#app/http/request-context.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { Connection, Session } from "#app/models/index.server.ts";
import { loader } from "#app/routes/dashboard/connections/callback.ts";
import { redirectToAdPlatform } from "#app/routes/dashboard/connections/connect-forms.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { createOwner, findMember, type Owner, signInAs } from "../../factories/index.ts";
import { createFake } from "../../fixtures/fake-platform/index.ts";
import { createFakeSandbox } from "../../fixtures/fake-platform/sandbox.ts";
import { type SandboxServer, startSandboxServer } from "../../servers/sandbox.ts";

const service = createFakeSandbox();
const password = "correct horse battery";
let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandboxServer({ platforms: [service.platform] });
  adPlatforms.register(createFake({ apiUrl: sandbox.url, perMinute: 120 }));
});
afterAll(() => sandbox.close());

const newContext = (): LoadContext => ({
  requestId: newId(),
  search: "",
  isFromTrustedProxy: false,
  clientAddress: "127.0.0.1",
  origin: null,
  refusedWithoutToken: null,
  nonce: "x",
  deadline: { at: Number.POSITIVE_INFINITY, pausedAt: null },
  isDrained: async () => true,
});

let owner: Owner;
let session: Awaited<ReturnType<typeof signInAs>>;
beforeEach(async () => {
  owner = await createOwner({ password });
  session = await signInAs(owner);
});

/** Starts on the page, signs in at the platform, and gives the cookie and where the platform redirects to. */
async function signInAtPlatform(typed?: string) {
  const member = await findMember(session);
  const context = newContext();
  const started = await runWithContext(context, () =>
    redirectToAdPlatform({ member, platform: adPlatforms.get("fake"), context }, typed),
  );
  const cookies = started.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const answer = await fetch(started.headers.get("location") ?? "", { redirect: "manual" });
  return { cookies, to: answer.headers.get("location") ?? "" };
}

const comeBack = (to: string, cookies: (string | undefined)[]) =>
  loader({
    request: new Request(to, { headers: { cookie: cookies.join("; ") } }),
    params: {},
    context: newContext(),
  });

const whereTo = (response: Response) => [response.status, response.headers.get("location")];

describe("signing in at an ad platform", () => {
  test("signing in at an ad platform connects its only asset, once", async () => {
    const { to, cookies } = await signInAtPlatform();
    const page = "/dashboard/integrations/fake";
    expect(whereTo(await comeBack(to, [session.cookie, ...cookies]))).toEqual([303, page]);
    expect(await Connection.findOne({ where: { workspaceId: owner.workspace.id } })).toMatchObject({
      adPlatform: "fake",
      assetId: "action-1",
      assetName: "Deposits",
      status: "connected",
    });
    await Connection.destroy({ where: {} });
    await comeBack(to, [session.cookie, ...cookies]);
    expect(await Connection.count()).toBe(0);
  });

  test("signing in at an ad platform connects nothing for another session, without its cookie, or with another state", async () => {
    const { to, cookies } = await signInAtPlatform();
    const other = await signInAs(owner);
    const forged = to.replace(/state=[^&]+/, "state=another");
    for (const [address, ...sent] of [
      [to, other.cookie, ...cookies],
      [to, session.cookie],
      [forged, session.cookie, ...cookies],
    ])
      expect((await comeBack(address ?? "", sent)).status).toBe(303);
    expect(await Connection.count()).toBe(0);
  });

  test("signing in at an ad platform connects nothing if its owner does not allow access", async () => {
    const { to, cookies } = await signInAtPlatform();
    const denied = to.replace(/\?.*/, "?error=access_denied");
    const response = await comeBack(denied, [session.cookie, ...cookies]);
    const flash = decodeURIComponent(response.headers.getSetCookie().join());
    expect([await Connection.count(), response.status]).toEqual([0, 303]);
    expect(Buffer.from(/attesto_flash=([^;.]+)/.exec(flash)?.[1] ?? "", "base64").toString()).toContain(
      messages.connections.cancelled,
    );
  });

  test("signing in at an ad platform asks for the password after a while, and not for a wrong one", async () => {
    const { sessionId } = session;
    await Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });
    await expect(signInAtPlatform()).rejects.toThrow(messages.fields.passwordRequired);
    await expect(signInAtPlatform("wrong")).rejects.toThrow(messages.profile.wrongPassword);
    const { cookies } = await signInAtPlatform(password);
    expect(cookies).toHaveLength(2);
  });
});
