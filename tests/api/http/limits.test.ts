import { describe, expect, test } from "vitest";
import { UploadPart } from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { createForm, createOwner, signInAs, unique } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";
import { createUpload } from "../../support/upload.ts";

const site = serveSite({ RATE_LIMIT_SCALE: "1", UPLOAD_QUOTA_MB: "2" });

const times = async <T>(count: number, act: (index: number) => Promise<T>) => {
  const all: T[] = [];
  for (let index = 0; index < count; index++) all.push(await act(index));
  return all;
};

describe("rate limits", () => {
  test("rate limits allow ten wrong passwords per account in a quarter of an hour, and then refuse the right one too", async () => {
    const owner = await createOwner({ password: "correct horse battery" });
    const login = (name: string, password: string) =>
      site.send("/api/auth/login", { json: { usernameOrEmail: name, password } });
    const responses = await times(10, (index) =>
      login(index % 2 ? owner.email : ` ${owner.email.toUpperCase()}`, "wrong"),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(401));
    // Told of the account, it would say that the name and the address are one's.
    for (const [index, { headers }] of responses.entries()) {
      expect(headers.get("ratelimit")).toMatch(new RegExp(`^"sign-in-address";r=${99 - index};t=\\d+$`));
      expect(headers.get("ratelimit-policy")).toBe('"sign-in-address";q=100;w=900');
    }
    const { status, json, headers } = await login(owner.email, "correct horse battery");
    expect([status, json.code]).toEqual([429, "rate_limited"]);
    expect(json).toEqual({ error: expect.any(String), code: "rate_limited", requestId: expect.any(String) });
    const seconds = Number(headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(
      (await login((await createOwner({ password: "correct horse battery" })).email, "correct horse battery"))
        .status,
    ).toBe(200);
  });

  test("rate limits allow a program three submits a minute and form without a token, and a browser thirty", async () => {
    const [form, other] = [await createForm(), await createForm()];
    const asProgram = await times(4, () => site.submit(form));
    expect(asProgram.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(asProgram[3]?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await site.submit(other)).status).toBe(201);

    const headers = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    const asBrowser = await times(31, () =>
      site.submit(form, { formToken: issueFormToken("page") }, { headers }),
    );
    expect(asBrowser.map(({ status }) => status)).toEqual([...Array(30).fill(201), 429]);
    // A foreign page can read why.
    expect(asBrowser[30]?.headers.get("access-control-allow-origin")).toBe("*");
    expect(asBrowser[30]?.headers.get("access-control-expose-headers")).toContain("Retry-After");
  });

  test("rate limits refuse a submit in the language of its address", async () => {
    const form = await createForm();
    await times(3, () => site.submit(form));
    const refuse = async (query: string) =>
      (await site.send(`/api/optin/${form.slug}/submit${query}`, { json: {} })).json.error;
    const { tooManyRequests } = textsIn("es").errors;
    expect([await refuse("?lang=es"), await refuse("")]).toEqual([
      tooManyRequests,
      expect.not.stringContaining(tooManyRequests),
    ]);
  });

  test("rate limits count what is refused too", async () => {
    const form = await createForm();
    const responses = await times(4, () => site.submit(form, { email: "nobody" }));
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
  });

  test("rate limits hold for the page's own form", async () => {
    const form = await createForm();
    const responses = await times(31, () => site.send(`/optin/${form.slug}`, { form: { email: unique() } }));
    expect(responses.map(({ status }) => status)).toEqual([...Array(30).fill(400), 429]);
  });

  test("an upload over the workspace's quota of a day is refused, and takes nothing of it", async () => {
    const form = await createForm();
    const { token, cookie } = await signInAs(form.owner);
    const file = (kib: number) =>
      createUpload("file", Buffer.from(`Login;Amount\n${"12345678901;250\n".repeat(kib * 64)}`), {
        platformId: form.platforms[0]?.id ?? "",
      });
    const upload = async (kib: number) => site.send("/api/statements", { token, ...file(kib) });
    expect((await upload(900)).status).toBe(201);
    const { status, json, headers } = await upload(1500);
    expect([status, json.code, json.error]).toEqual([
      429,
      "upload_quota",
      "At most 2 MB can be uploaded within a day. Please try again in 24 hours.",
    ]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(23 * 3600);
    expect((await upload(1050)).status).toBe(201);
    const logo = createUpload("logo", Buffer.alloc(200 * 1024));
    expect((await site.send("/api/optin-settings/upload-logo", { token, ...logo })).json.code).toBe(
      "upload_quota",
    );
    const { headers: sent, ...spend } = createUpload("file", Buffer.alloc(200 * 1024, "a"), {
      intent: "upload",
    });
    const origin = { ...sent, "sec-fetch-site": "same-origin" };
    const page = await site.send("/dashboard/spend", { cookie, ...spend, headers: origin });
    expect([page.status, page.text.includes("At most 2 MB can be uploaded within a day")]).toEqual([
      429,
      true,
    ]);
    expect(await UploadPart.count()).toBe(0);
  });

  test("rate limits are in the headers of every limited response", async () => {
    const { headers } = await site.send("/api/openapi.json");
    expect(headers.get("ratelimit-policy")).toBe('"general";q=600;w=60');
  });
});
