import { describe, expect, test } from "vitest";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { OptInForm, Session, Submission, User } from "#app/models/index.server.ts";
import { createAccount } from "#app/services/accounts/create-account.server.ts";
import { findSession } from "#app/services/auth/sessions/sessions.server.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { getSubmission } from "#app/services/submissions/get-submission.server.ts";
import { createForm, createOwner, signInAs, submitForm, unique } from "../../factories/index.ts";

describe("what is compared byte by byte", () => {
  test("an address is found in its own spelling only", async () => {
    const name = unique();
    await createOwner({ email: `jose-${name}@example.com` });
    const found = (emailKey: string) => User.count({ where: { emailKey } });
    expect(await found(`jose-${name}@example.com`)).toBe(1);
    for (const other of [
      `josé-${name}@example.com`,
      `JOSE-${name}@example.com`,
      ` jose-${name}@example.com`,
      `jose-${name}@example.co`,
    ])
      expect([other, await found(other)]).toEqual([other, 0]);
  });

  test("similar addresses are kept apart, and letters of any script stored", async () => {
    const form = await createForm();
    const name = unique();
    const emails = [
      `jose-${name}@example.com`,
      `josé-${name}@example.com`,
      `jöhn-${name}@münchen.de`,
      `ж-${name}@пример.рф`,
      `🙂-${name}@example.com`,
    ];
    for (const email of emails) await submitForm(form, { email });
    const rows = await Submission.findAll({ where: { formId: form.id }, order: [["id", "ASC"]] });
    expect(rows.map(({ email }) => email).sort()).toEqual([...emails].sort());
    for (const email of emails)
      expect(await Submission.count({ where: { emailKey: toEmailKey(email) } })).toBe(1);
  });

  test("a token is found by its exact text only", async () => {
    const { cookie } = await signInAs(await createOwner());
    const token = (await sessionCookie.parse(cookie)) ?? "";
    expect(await findSession({ token })).not.toBeNull();
    const session = await Session.findOne({ rejectOnEmpty: true });
    for (const other of [token.toUpperCase(), token.toLowerCase(), `${token} `, "0", ""])
      expect(await findSession({ token: other })).toBeNull();
    for (const tokenHash of [session.tokenHash.toUpperCase(), session.tokenHash.slice(1)])
      expect(await Session.count({ where: { tokenHash } })).toBe(0);
    expect(await findSession({ sessionId: session.id.toUpperCase() })).toBeNull();
  });

  test("slugs and ids are compared case-sensitively", async () => {
    const form = await createForm();
    expect(await OptInForm.count({ where: { slug: form.slug.toUpperCase() } })).toBe(0);
    const { id } = await submitForm(form);
    expect(await Submission.count({ where: { id: id.toUpperCase() } })).toBe(0);
  });

  // MySQL's own comparison pads with spaces, whatever the collation of an old server: they end before they reach it.
  test("a value is not found with a space behind it", async () => {
    const form = await createForm();
    expect(await findLiveForm(form.slug)).not.toBeNull();
    expect(await findLiveForm(`${form.slug} `)).toBeNull();
    const { id } = await submitForm(form);
    const read = (submissionId: string) =>
      getSubmission({ workspaceId: form.owner.workspace.id, submissionId });
    expect((await read(id)).id).toBe(id);
    await expect(read(`${id} `)).rejects.toThrow("Submission not found.");
  });

  test("another case of an address or a username is the same name", async () => {
    const name = unique();
    const account = {
      email: `Ana-${name}@Example.com`,
      username: `Ana-${name}`,
      name: "Ana",
      password: "correct horse battery",
      role: "user" as const,
    };
    await createAccount(account);
    await expect(
      createAccount({ ...account, email: `ana-${name}@example.COM`, username: `b-${name}` }),
    ).rejects.toMatchObject({ code: "account_exists" });
    await expect(
      createAccount({ ...account, email: `b-${name}@example.com`, username: `ANA-${name}` }),
    ).rejects.toMatchObject({ code: "account_exists" });
    await createAccount({ ...account, email: `aná-${name}@example.com`, username: `c-${name}` });
    expect(await User.count()).toBe(2);
  });
});
