import { describe, expect, test } from "vitest";
import { decrypt } from "#app/lib/secrets.server.ts";
import {
  AccountToken,
  Authenticator,
  Mail,
  RecoveryCode,
  Session,
  type User,
} from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { createCode, switchTwoStepOn } from "../../factories/two-factor.ts";
import { environment } from "../../setup/environment.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const PASSWORD = "correct horse battery";
const login = ({ email }: User) =>
  site.send("/api/auth/login", { json: { usernameOrEmail: email, password: PASSWORD } });
const step = (secondStepToken: string, code: string) =>
  site.send("/api/auth/login/second-step", { json: { secondStepToken, code } });
const of = (token: string) => ({
  read: async () => (await site.send("/api/user/two-step", { token })).json.twoStep,
  begin: () => site.send("/api/user/two-step", { token, method: "POST" }),
  confirm: (code: string) => site.send("/api/user/two-step/confirm", { token, json: { code } }),
  renew: (code: string) => site.send("/api/user/two-step/recovery-codes", { token, json: { code } }),
  end: (code: string) => site.send("/api/user/two-step", { token, method: "DELETE", json: { code } }),
});
const guarded = async () => {
  const owner = await createOwner({ password: PASSWORD });
  return { owner, ...(await switchTwoStepOn(owner)) };
};

describe("setting two-step sign-in up", () => {
  test("two-step sign-in counts from the first code on, and shows ten recovery codes kept as hashes", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { token } = await signInAs(owner);
    const mine = of(token);
    const { status, json } = await mine.begin();
    expect([status, json]).toEqual([
      201,
      { secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.any(String) },
    ]);
    expect(new URL(json.uri).searchParams.get("secret")).toBe(json.secret);
    expect(json.uri).toContain(encodeURIComponent(owner.email));
    expect(await mine.read()).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 });
    expect((await login(owner)).json.token).toEqual(expect.any(String));

    const wrong = await mine.confirm("000000");
    expect([wrong.status, wrong.json.errors]).toEqual([
      400,
      [{ field: "code", message: messages.twoFactor.wrongFirstCode }],
    ]);
    const confirmed = await mine.confirm(createCode(json.secret));
    expect(confirmed.status).toBe(200);
    const codes: string[] = confirmed.json.recoveryCodes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){2}[a-z2-9]{4}$/);
    expect(await mine.read()).toEqual({ isOn: true, since: expect.any(String), recoveryCodesLeft: 10 });

    const row = await Authenticator.findByPk(owner.id, { rejectOnEmpty: true });
    expect(row.secret).not.toContain(json.secret);
    expect(decrypt(row.secret, owner.id)).toBe(json.secret);
    const stored = JSON.stringify(await RecoveryCode.findAll());
    for (const code of codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll("-", ""));
    }
  });

  test("setting two-step sign-in up ends the other sessions, and tells the owner", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const [here, elsewhere] = [await signInAs(owner), await signInAs(owner)];
    const { json } = await of(here.token).begin();
    await of(here.token).confirm(createCode(json.secret));
    const ended = await Session.findAll({ where: { userId: owner.id } });
    expect(Object.fromEntries(ended.map(({ id, endedAt }) => [id, endedAt === null]))).toEqual({
      [here.sessionId]: true,
      [elsewhere.sessionId]: false,
    });
    const mail = await Mail.findAll({ where: { userId: owner.id } });
    expect(mail.map(({ kind, toAddress }) => [kind, toAddress])).toEqual([["two-step-changed", owner.email]]);
  });

  test("setting two-step sign-in up starts again with another secret, but not while it is on", async () => {
    const owner = await createOwner();
    const mine = of((await signInAs(owner)).token);
    expect((await mine.confirm("123456")).json).toMatchObject({
      code: "two_step_not_begun",
      error: messages.twoFactor.notBegun,
    });
    const first = await mine.begin();
    const second = await mine.begin();
    expect((await mine.confirm(createCode(first.json.secret))).status).toBe(400);
    expect((await mine.confirm(createCode(second.json.secret))).status).toBe(200);
    for (const response of [await mine.begin(), await mine.confirm(createCode(second.json.secret, 1))])
      expect([response.status, response.json.code, response.json.error]).toEqual([
        409,
        "two_step_on",
        messages.twoFactor.isOn,
      ]);
  });

  test("setting two-step sign-in up in many windows at once ends with one secret", async () => {
    const mine = of((await signInAs(await createOwner())).token);
    const begun = await Promise.all(Array.from({ length: 6 }, () => mine.begin()));
    expect(begun.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(await Authenticator.count()).toBe(1);
  });

  test("setting two-step sign-in up asks for recent authentication, as switching off and new codes do", async () => {
    const { owner } = await guarded();
    const { token, sessionId } = await signInAs(owner);
    await Session.update(
      { authenticatedAt: new Date(Date.now() - 16 * 60_000) },
      { where: { id: sessionId } },
    );
    const mine = of(token);
    for (const response of [
      await mine.begin(),
      await mine.confirm("123456"),
      await mine.renew("123456"),
      await mine.end("123456"),
    ])
      expect([response.status, response.json.code, response.json.error]).toEqual([
        403,
        "reauthentication_required",
        messages.auth.proofNeeded,
      ]);
    expect((await mine.read()).isOn).toBe(true);
  });

  test("setting two-step sign-in up gives new recovery codes, and the old ones end", async () => {
    const { owner, secret, recoveryCodes } = await guarded();
    const mine = of((await signInAs(owner)).token);
    const { status, json } = await mine.renew(createCode(secret));
    expect([status, json.recoveryCodes.length]).toEqual([201, 10]);
    const { secondStepToken } = (await login(owner)).json;
    expect((await step(secondStepToken, recoveryCodes[0] ?? "")).status).toBe(401);
    expect((await step(secondStepToken, json.recoveryCodes[0])).status).toBe(200);
  });

  test("setting two-step sign-in up is neither switched off nor given new codes by the password alone", async () => {
    const startedAt = new Date();
    const { owner, secret, recoveryCodes } = await guarded();
    const mine = of((await signInAs(owner)).token);
    const before = await RecoveryCode.findAll({ where: { userId: owner.id }, order: ["id"], raw: true });
    const used = recoveryCodes[0] ?? "";
    expect((await step((await login(owner)).json.secondStepToken, used)).status).toBe(200);
    for (const attempt of [mine.renew, mine.end]) {
      for (const code of ["000000", used, createCode(secret, -1, startedAt)])
        expect([(await attempt(code)).json].map(({ errors }) => errors)).toEqual([
          [{ field: "code", message: messages.twoFactor.wrongCode }],
        ]);
      expect((await attempt(" ")).json.error).toBe(messages.twoFactor.codeRequired);
    }
    expect((await mine.read()).isOn).toBe(true);
    const after = await RecoveryCode.findAll({ where: { userId: owner.id }, order: ["id"], raw: true });
    expect(after.map(({ codeHash }) => codeHash)).toEqual(before.map(({ codeHash }) => codeHash));
  });

  test("setting two-step sign-in up is switched off with its codes, and the owner is notified", async () => {
    const { owner, recoveryCodes } = await guarded();
    const mine = of((await signInAs(owner)).token);
    expect((await mine.end(recoveryCodes[0] ?? "")).status).toBe(204);
    expect((await mine.end("123456")).status).toBe(204);
    expect([await Authenticator.count(), await RecoveryCode.count()]).toEqual([0, 0]);
    expect(await Mail.count({ where: { userId: owner.id } })).toBe(2);
    expect((await login(owner)).json.token).toEqual(expect.any(String));
    const off = await mine.renew("123456");
    expect([off.status, off.json.code, off.json.error]).toEqual([
      409,
      "two_step_off",
      messages.twoFactor.isOff,
    ]);
  });
});

describe("POST /api/auth/login/second-step", () => {
  test("POST /api/auth/login/second-step follows the password: without it there is neither token nor session", async () => {
    const { owner, secret } = await guarded();
    const first = await login(owner);
    expect([first.status, first.json]).toEqual([
      200,
      { secondStepRequired: true, secondStepToken: expect.any(String) },
    ]);
    expect(await Session.count({ where: { userId: owner.id } })).toBe(0);
    const second = await step(first.json.secondStepToken, createCode(secret));
    expect([second.status, second.json]).toEqual([
      200,
      { token: expect.any(String), user: expect.objectContaining({ _id: owner.id }) },
    ]);
    const { status } = await site.send("/api/user/two-step", { token: second.json.token });
    expect(status).toBe(200);
  });

  test("POST /api/auth/login/second-step gives one session for a code and its token sent many times at once", async () => {
    const { owner, secret, recoveryCodes } = await guarded();
    for (const code of [createCode(secret), recoveryCodes[0] ?? ""]) {
      await Session.destroy({ where: {} });
      const { secondStepToken } = (await login(owner)).json;
      const responses = await Promise.all(Array.from({ length: 5 }, () => step(secondStepToken, code)));
      expect(responses.filter(({ status }) => status === 200).length).toBe(1);
      expect(await Session.count({ where: { userId: owner.id } })).toBe(1);
    }
  });

  test("POST /api/auth/login/second-step takes a recovery code in any case and spacing, once", async () => {
    const { owner, recoveryCodes } = await guarded();
    const code = (recoveryCodes[3] ?? "").toUpperCase().replaceAll("-", " ");
    expect((await step((await login(owner)).json.secondStepToken, code)).status).toBe(200);
    const second = await step((await login(owner)).json.secondStepToken, code);
    expect([second.status, second.json.code]).toEqual([401, "invalid_code"]);
    const { token } = await signInAs(owner);
    expect((await of(token).read()).recoveryCodesLeft).toBe(9);
  });

  test("POST /api/auth/login/second-step shows the error of a code and keeps the token valid", async () => {
    const { owner, secret } = await guarded();
    const stranger = await guarded();
    const { secondStepToken } = (await login(owner)).json;
    const wrong = [
      "000000",
      "12345",
      "1234567",
      "abcd-efgh-jkmn",
      "nonsense",
      createCode(stranger.secret),
      stranger.recoveryCodes[0] ?? "",
    ];
    for (const code of wrong) {
      const { status, json } = await step(secondStepToken, code);
      expect([code, status, json.code, json.error]).toEqual([
        code,
        401,
        "invalid_code",
        messages.twoFactor.wrongCode,
      ]);
    }
    expect((await step(secondStepToken, createCode(secret))).status).toBe(200);
  });

  test("POST /api/auth/login/second-step refuses a token that is unknown, used, older than 10 minutes, ended or of another kind", async () => {
    const { owner, secret } = await guarded();
    const used = (await login(owner)).json.secondStepToken;
    expect((await step(used, createCode(secret))).status).toBe(200);
    const old = (await login(owner)).json.secondStepToken;
    await AccountToken.update(
      { expiresAt: new Date(Date.now() - 1) },
      { where: { userId: owner.id, usedAt: null } },
    );
    for (const token of ["x".repeat(43), "null", used, old]) {
      const { status, json } = await step(token, createCode(secret, 1));
      expect([status, json.code, json.error]).toEqual([401, "second_step_ended", messages.twoFactor.ended]);
    }
    // Nothing else takes it for its own.
    const { secondStepToken } = (await login(owner)).json;
    expect((await site.send("/api/user/two-step", { token: secondStepToken })).status).toBe(401);
    expect(
      (await site.send("/api/user/two-step", { cookie: `attesto_session=${secondStepToken}` })).status,
    ).toBe(401);
  });

  test("POST /api/auth/login/second-step stays open when the password is typed elsewhere meanwhile", async () => {
    const { owner, secret } = await guarded();
    const first = (await login(owner)).json.secondStepToken;
    const second = (await login(owner)).json.secondStepToken;
    expect((await step(first, createCode(secret))).status).toBe(200);
    expect((await step(second, createCode(secret, 1))).status).toBe(200);
  });

  test("POST /api/auth/login/second-step is closed to an account that was deactivated in between", async () => {
    const { owner, secret } = await guarded();
    const { secondStepToken } = (await login(owner)).json;
    await owner.update({ isActive: false });
    const { status, json } = await step(secondStepToken, createCode(secret));
    expect([status, json.code]).toEqual([403, "account_deactivated"]);
    expect(await Session.count({ where: { userId: owner.id } })).toBe(0);
  });

  test("POST /api/auth/login/second-step asks for the code", async () => {
    const { status, json } = await step("x", "  ");
    expect([status, json.errors[0]]).toEqual([
      400,
      { field: "code", message: messages.twoFactor.codeRequired },
    ]);
  });
});

describe("limit of codes", () => {
  const keys = `only-for-tests:a-newer-key-than-ours,${environment.ENCRYPTION_KEYS}`;
  const strict = serveSite({ RATE_LIMIT_SCALE: "1", ENCRYPTION_KEYS: keys });

  test("the limit of codes applies to signed-in users too, and does not block the second step", async () => {
    const { owner, secret } = await guarded();
    const { token } = await signInAs(owner);
    const end = (code: string) =>
      strict.send("/api/user/two-step", { token, method: "DELETE", json: { code } });
    for (let tries = 0; tries < 10; tries++) expect((await end("000000")).status).toBe(400);
    expect((await end(createCode(secret))).json.code).toBe("rate_limited");
    const { json } = await strict.send("/api/auth/login", {
      json: { usernameOrEmail: owner.email, password: PASSWORD },
    });
    const response = await strict.send("/api/auth/login/second-step", {
      json: { ...json, code: createCode(secret) },
    });
    expect(response.status).toBe(200);
  });

  test("the limit of codes ends the sign-in after ten, for the right code too", async () => {
    const { owner, secret } = await guarded();
    const { json } = await strict.send("/api/auth/login", {
      json: { usernameOrEmail: owner.email, password: PASSWORD },
    });
    const attempt = (code: string) => strict.send("/api/auth/login/second-step", { json: { ...json, code } });
    for (let tries = 0; tries < 10; tries++) expect((await attempt("000000")).json.code).toBe("invalid_code");
    const refused = await attempt(createCode(secret));
    expect([refused.status, refused.json.code, refused.json.error]).toEqual([
      429,
      "rate_limited",
      messages.twoFactor.tooManyCodes,
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await attempt(createCode(secret))).json.code).toBe("second_step_ended");
  });

  test("the limit of codes accepts a recovery code that was stored under an older key", async () => {
    const { owner, recoveryCodes } = await guarded();
    const { json } = await strict.send("/api/auth/login", {
      json: { usernameOrEmail: owner.email, password: PASSWORD },
    });
    const { status } = await strict.send("/api/auth/login/second-step", {
      json: { ...json, code: recoveryCodes[9] },
    });
    expect(status).toBe(200);
  });

  test("the limit of codes allows ten codes of somebody who is signed in, typed by a program or on the page", async () => {
    const { owner } = await guarded();
    const { token, cookie } = await signInAs(owner);
    const code = "aaaa-bbbb-cccc";
    const byProgram = (by = token) =>
      strict.send("/api/user/two-step/recovery-codes", { token: by, json: { code } });
    const onPage = () =>
      strict.send("/dashboard/settings/security/two-step", {
        form: { intent: "renew", code },
        cookie,
        headers: { "sec-fetch-site": "same-origin" },
      });
    for (let times = 0; times < 5; times++)
      expect([(await byProgram()).status, (await onPage()).status]).toEqual([400, 400]);
    const refused = await byProgram();
    expect([refused.status, refused.json.code]).toEqual([429, "rate_limited"]);
    expect((await onPage()).status).toBe(429);
    const other = await signInAs((await guarded()).owner);
    expect((await byProgram(other.token)).status).toBe(400);
  });
});
