import { Op } from "sequelize";
import { describe, expect, test } from "vitest";
import { type MemberRole, WORKSPACE_ROLES } from "#app/lib/domain.ts";
import {
  Mail,
  OptInForm,
  Session,
  SupportAccess,
  User,
  Workspace,
  WorkspaceInvitation,
  WorkspaceMember,
} from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { WORKSPACES_MAX } from "#app/schemas/shared/limits.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";
import {
  addMember,
  createForm,
  createKey,
  createMember,
  createOwner,
  type Owner,
  signInAs,
  submitForm,
  unique,
  uniqueEmail,
} from "../../factories/index.ts";
import { readCookie } from "../../support/cookies.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";
import { createUpload, ONE_PIXEL } from "../../support/upload.ts";

const site = serveSite();
const headers = { "sec-fetch-site": "same-origin" };
const team = paths.settings({ section: "team" });
const SUBJECT = /Invitation to Attesto/;

const findRole = async (owner: Owner, user: User) =>
  (await WorkspaceMember.findOne({ where: { workspaceId: owner.workspace.id, userId: user.id } }))?.role ??
  null;
const countOwners = ({ workspace }: Owner) =>
  WorkspaceMember.count({ where: { workspaceId: workspace.id, role: "owner" } });

async function post(user: User, path: string, form: Record<string, string>) {
  const { cookie } = await signInAs(user);
  return site.send(path, { cookie, headers, form });
}

/** The link that an invited email gets. */
async function inviteByEmail(owner: Owner, email: string, role = "checker"): Promise<string> {
  expect((await post(owner, team, { intent: "invite", email, role })).status).toBe(303);
  return site.mail.linkTo(email, SUBJECT);
}
const readToken = (link: string) => new URL(link, "http://localhost").searchParams.get("token") ?? "";
const accept = (user: User, link: string) => post(user, link, { intent: "accept" });

describe("invitation", () => {
  test("an invitation lets the invited person join with its role, once, and work there from then on", async () => {
    const form = await createForm();
    const submission = await submitForm(form);
    const person = await createOwner();
    const link = await inviteByEmail(form.owner, person.email.replace("owner", "Owner"));
    const mail = await site.mail.latest(person.email.replace("owner", "Owner"), SUBJECT);
    expect(mail.text).toContain(form.owner.email);
    expect(mail.text).toContain(`${form.owner.name} invited you to check their claims.`);
    const { cookie } = await signInAs(person);
    for (const _ of [1, 2]) {
      const page = await site.send(link, { cookie });
      expect([page.status, page.text.includes("Join"), page.headers.get("referrer-policy")]).toEqual([
        200,
        true,
        "same-origin",
      ]);
    }
    expect((await site.send(paths.overview(), { cookie })).text).toContain(
      `${form.owner.name} invited you to check their claims.`,
    );
    expect(await findRole(form.owner, person)).toBeNull();
    expect((await site.send(link, { cookie, headers, form: { intent: "accept" } })).status).toBe(303);
    expect(await findRole(form.owner, person)).toBe("checker");
    expect((await site.send(paths.submissions(), { cookie })).text).toContain(submission.email);
    // At the next sign-in too, in a browser; a program names its workspace, or is in its own.
    const next = await signInAs(person);
    expect((await site.send(paths.submissions(), { cookie: next.cookie })).text).toContain(submission.email);
    const { json } = await site.send("/api/optin/dashboard/submissions", { token: next.token });
    expect(json.submissions).toEqual([]);
    expect((await accept(person, link)).text).toContain(messages.team.invitationInvalid);
    expect((await site.send(link)).status).toBe(400);
  });

  test("an invitation does nothing for another email, which is told", async () => {
    const owner = await createOwner();
    const email = uniqueEmail();
    const link = await inviteByEmail(owner, email);
    const stranger = await createOwner();
    const { cookie, token } = await signInAs(stranger);
    const page = await site.send(link, { cookie });
    expect(page.text).toContain(messages.team.notYours);
    expect(page.text).not.toContain(">Join<");
    for (const intent of ["accept", "decline"])
      expect([(await post(stranger, link, { intent })).status]).toEqual([403]);
    const called = await site.send("/api/workspaces/accept-invitation", {
      token,
      json: { token: readToken(link) },
    });
    expect([called.status, called.json.code]).toEqual([403, "invitation_not_yours"]);
    const [{ id = "" } = {}] = await WorkspaceInvitation.findAll();
    expect((await post(stranger, paths.invitation(), { intent: "accept", invitationId: id })).status).toBe(
      403,
    );
    // The same email, but nobody has shown that it is theirs.
    const unverified = await createOwner({ email, emailVerifiedAt: null });
    expect((await post(unverified, paths.invitation(), { intent: "accept", invitationId: id })).status).toBe(
      403,
    );
    expect([await findRole(owner, stranger), await findRole(owner, unverified)]).toEqual([null, null]);
    expect(await WorkspaceInvitation.count()).toBe(1);
  });

  test("an invitation waits on the overview of who registers with the email afterwards", async () => {
    const owner = await createOwner();
    const email = uniqueEmail();
    const link = await inviteByEmail(owner, email);
    expect(
      (await site.send(link, { headers, form: { intent: "accept" } })).headers.get("location"),
    ).toContain("/login");
    const person = await createOwner({ email });
    const [{ id = "" } = {}] = await WorkspaceInvitation.findAll();
    const { cookie } = await signInAs(person);
    expect((await site.send(paths.overview(), { cookie })).text).toContain(`value="${id}"`);
    expect((await post(person, paths.invitation(), { intent: "accept", invitationId: id })).status).toBe(303);
    expect(await findRole(owner, person)).toBe("checker");
  });

  test("an invitation leads an account to its sign-in with the email filled in, and back", async () => {
    const owner = await createOwner();
    const person = await createOwner();
    const link = await inviteByEmail(owner, person.email);
    const signIn = `${paths.login()}?returnTo=${encodeURIComponent(link)}`;
    const open = await site.send(link);
    expect([open.text.includes(`href="${signIn}"`), open.text.includes(">Create an account<")]).toEqual([
      true,
      false,
    ]);
    expect((await site.send(signIn)).text).toContain(`value="${person.email}"`);
    const signUp = await site.send(paths.signup({ invitation: readToken(link) }));
    expect([signUp.status, signUp.headers.get("location")]).toEqual([303, link]);
    const stranger = await signInAs(await createOwner());
    const leave = paths.logout({ returnTo: link });
    const left = await site.send(leave, {
      cookie: stranger.cookie,
      headers,
      form: { intent: "sign-out" },
    });
    expect([left.status, left.headers.get("location")]).toEqual([303, link]);
  });

  test("an invitation ends when it is declined, revoked, expired or sent again, and its address can be invited once", async () => {
    const owner = await createOwner();
    const person = await createOwner();
    const invitation = () => WorkspaceInvitation.findOne({ rejectOnEmpty: true });
    let link = await inviteByEmail(owner, person.email);
    const again = await post(owner, team, { intent: "invite", email: person.email, role: "viewer" });
    expect([again.status, again.text.includes(messages.team.alreadyInvited)]).toEqual([409, true]);
    expect((await post(person, link, { intent: "decline" })).status).toBe(303);
    expect(await WorkspaceInvitation.count()).toBe(0);

    link = await inviteByEmail(owner, person.email);
    site.mail.reset();
    await post(owner, team, { intent: "resend", invitationId: (await invitation()).id });
    const second = await site.mail.linkTo(person.email, SUBJECT);
    expect(second).not.toBe(link);
    expect((await accept(person, link)).status).toBe(400);
    await (await invitation()).update({ expiresAt: new Date(Date.now() - 1000) });
    expect((await accept(person, second)).status).toBe(400);
    await post(owner, team, { intent: "revoke", invitationId: (await invitation()).id });
    expect(await WorkspaceInvitation.count()).toBe(0);
    expect(await findRole(owner, person)).toBeNull();
    const member = await createMember(owner, "viewer");
    const known = await post(owner, team, { intent: "invite", email: member.email, role: "viewer" });
    expect(known.text).toContain(messages.team.alreadyMember);
    expect((await post(owner, team, { intent: "invite", email: uniqueEmail(), role: "owner" })).status).toBe(
      400,
    );
  });
});

describe("registration by an invitation", () => {
  const account = (email: string) => ({
    name: "Carla Moreau",
    username: `carla-${unique()}`,
    password: "a long one to type",
    email,
  });
  const register = (token: string, email: string) =>
    site.send("/api/auth/register", { json: { ...account(email), invitation: token } });

  test("a registration by an invitation needs no second email and opens the workspace that invited", async () => {
    const form = await createForm();
    const submission = await submitForm(form);
    await form.owner.workspace.update({ name: "Halden Traders" });
    const email = uniqueEmail();
    const link = await inviteByEmail(form.owner, email);
    const { text: letter = "" } = await site.mail.latest(email, SUBJECT);
    const sentence = `${form.owner.name} invited you to check Halden Traders' claims.`;
    expect(letter).toContain(sentence);
    const address = paths.signup({ invitation: readToken(link) });
    expect((await site.send(link)).text).toContain(`href="${address}"`);
    const page = await site.send(address);
    expect(page.text).toContain(sentence.replaceAll("'", "&#x27;"));
    expect(/<input[^>]*name="email"[^>]*>/.exec(page.text)?.[0]).toMatch(
      new RegExp(`readonly="".*value="${email}"`, "i"),
    );

    const fields = { ...account(email), invitation: readToken(link), intent: "register" };
    const registered = await site.send(address, { headers, form: fields });
    expect([registered.status, registered.headers.get("location"), readFlash(registered)]).toEqual([
      303,
      paths.overview(),
      `${messages.team.accepted} of Halden Traders`,
    ]);
    const cookie = readCookie(registered, "attesto_session");
    expect((await site.send(paths.submissions(), { cookie })).text).toContain(submission.email);
    const user = await User.findOne({ where: { email }, rejectOnEmpty: true });
    expect(user.emailVerifiedAt).not.toBeNull();
    expect(await findRole(form.owner, user)).toBe("checker");
    expect(await Mail.count({ where: { userId: user.id } })).toBe(0);
    expect((await site.send(link)).text).toContain(messages.team.invitationInvalid);
  });

  test("a registration by an invitation is for the invited email alone, while the invitation is open", async () => {
    const owner = await createOwner();
    const email = uniqueEmail();
    const token = readToken(await inviteByEmail(owner, email));
    const outcomes = async (...calls: ReturnType<typeof register>[]) =>
      (await Promise.all(calls)).map(({ status, json }) => [status, json.code]);
    expect(await outcomes(register("A".repeat(43), email), register(token, uniqueEmail()))).toEqual([
      [400, "invalid_link"],
      [403, "invitation_not_yours"],
    ]);
    const invitation = await WorkspaceInvitation.findOne({ where: { email }, rejectOnEmpty: true });
    const { expiresAt } = invitation;
    await invitation.update({ expiresAt: new Date(Date.now() - 1000) });
    expect(await outcomes(register(token, email))).toEqual([[400, "invalid_link"]]);
    await invitation.update({ expiresAt });
    // Whoever only knows the email may have registered it before: their password ends.
    const squatter = account(email);
    expect((await site.send("/api/auth/register", { json: squatter })).status).toBe(201);
    const both = await outcomes(register(token, email), register(token, email));
    // The second one finds either the used invitation or the new account.
    expect(both.filter(([status]) => status === 201)).toHaveLength(1);
    expect([400, 409]).toContain(both.find(([status]) => status !== 201)?.[0]);
    const { password } = squatter;
    const signIn = { usernameOrEmail: squatter.username, password };
    expect((await site.send("/api/auth/login", { json: signIn })).json.code).toBe("invalid_credentials");
    expect(await User.count({ where: { email } })).toBe(1);
    expect(await WorkspaceMember.count({ where: { workspaceId: owner.workspace.id } })).toBe(2);

    const person = await createOwner();
    const known = await register(readToken(await inviteByEmail(owner, person.email)), person.email);
    expect([known.status, known.json.code, known.json.error]).toEqual([
      409,
      "already_registered",
      messages.team.hasAccount,
    ]);
  });
});

describe("member", () => {
  test("a member has another role, or none, from the next request on", async () => {
    const owner = await createOwner();
    const person = await createOwner();
    await addMember(owner, person, "viewer");
    const { cookie } = await signInAs(person);
    const choice = { intent: "switch", workspaceId: owner.workspace.id };
    expect((await site.send(paths.switchWorkspace(), { cookie, headers, form: choice })).status).toBe(303);
    const open = async () => (await site.send(paths.settings({ section: "api-keys" }), { cookie })).status;
    expect(await open()).toBe(303);
    await post(owner, team, { intent: "role", userId: person.id, role: "manager" });
    expect(await open()).toBe(200);
    const page = await site.send(team, { cookie });
    expect(page.text).not.toContain("Send invitation");
    expect((await post(owner, team, { intent: "remove", userId: person.id })).status).toBe(303);
    expect((await site.send(team, { cookie })).text).not.toContain(owner.email);
  });

  test("a member changes nothing with a form whose page shows a workspace that another tab has left", async () => {
    const owner = await createOwner();
    const person = await createOwner();
    await addMember(owner, person, "manager");
    for (const each of [owner, person]) await createForm({ owner: each });
    const isThere = async ({ workspace }: Owner) =>
      (await OptInForm.count({ where: { workspaceId: workspace.id, deletedAt: null } })) === 1;
    const { cookie } = await signInAs(person);
    const send = (path: string, form: Record<string, string>) => site.send(path, { cookie, headers, form });
    const open = await site.send(paths.formSettings(), { cookie });
    const shownWorkspace = /name="shownWorkspace" value="(\w+)"/.exec(open.text)?.[1] ?? "";
    await send(paths.switchWorkspace(), { intent: "switch", workspaceId: owner.workspace.id });

    const form = { intent: "delete", shownWorkspace };
    const refused = await send(paths.formSettings(), form);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(messages.workspaces.switched(owner.workspace.name));
    const { headers: multipart, ...upload } = createUpload("logo", ONE_PIXEL, {
      intent: "logo",
      shownWorkspace,
    });
    const sent = { ...upload, cookie, headers: { ...headers, ...multipart } };
    const picture = await site.send(paths.formSettings(), sent);
    expect([picture.status, await OptInForm.count({ where: { logo: { [Op.ne]: null } } })]).toEqual([409, 0]);
    expect([await isThere(owner), await isThere(person)]).toEqual([true, true]);
    await send(paths.switchWorkspace(), { intent: "switch", workspaceId: person.workspace.id });
    expect((await send(paths.formSettings(), form)).status).toBe(303);
    expect([await isThere(owner), await isThere(person)]).toEqual([true, false]);
  });

  test("a member who leaves without another workspace gets one of their own", async () => {
    const owner = await createOwner({ timeZone: "Europe/Madrid" });
    const member = await createMember(owner, "checker");
    expect((await post(member, team, { intent: "leave" })).status).toBe(303);
    const [own, ...more] = await WorkspaceMember.findAll({ where: { userId: member.id } });
    expect([own?.role, more]).toEqual(["owner", []]);
    expect(await Workspace.findByPk(own?.workspaceId)).toMatchObject({
      name: member.name,
      timeZone: "Europe/Madrid",
    });
  });

  test("a member keeps an owner: the only active one of a team cannot deactivate the own account", async () => {
    const owner = await createOwner();
    const member = await createMember(owner, "manager");
    const deactivate = async () =>
      site.send("/api/auth/deactivate", { method: "POST", token: (await signInAs(owner)).token });
    expect((await deactivate()).json).toMatchObject({ code: "last_owner", error: messages.team.lastOwner });
    const where = { workspaceId: owner.workspace.id, userId: member.id };
    await WorkspaceMember.update({ role: "owner" }, { where });
    expect((await deactivate()).status).toBe(200);
  });

  test("a member is named with every decision", async () => {
    const form = await createForm();
    const submission = await submitForm(form);
    const checker = await createMember(form.owner, "checker");
    const { token } = await signInAs(checker);
    await site.decide(token, submission.id, { status: "rejected" });
    const open = `${paths.submissions()}?status=all&open=${submission.id}`;
    const read = async (user: User) =>
      (await site.send(open, { cookie: (await signInAs(user)).cookie })).text;
    expect(await read(form.owner)).toContain(`${checker.name} rejected it`);
    expect(await read(checker)).toContain("You rejected it");
    const { json } = await site.read((await signInAs(form.owner)).token, submission.id);
    const { id, name } = checker;
    expect(json.decidedBy).toEqual({ kind: "member", id, name, evidenceIds: [] });
    await deleteAccount({ userId: checker.id });
    expect(await read(form.owner)).toContain("Deleted account rejected it");
  });

  test("a member chooses a workspace only of their own", async () => {
    const [owner, stranger] = [await createOwner(), await createOwner()];
    const { cookie, sessionId } = await signInAs(stranger);
    const choice = { intent: "switch", workspaceId: owner.workspace.id };
    const { text } = await site.send(paths.switchWorkspace(), { cookie, headers, form: choice });
    expect(text).not.toContain(owner.workspace.name);
    expect((await Session.findByPk(sessionId))?.workspaceId).toBeNull();
    expect((await site.send(paths.overview(), { cookie })).text).not.toContain(">Workspace<");
  });
});

describe("last owner", () => {
  test("the last owner stays, and is told the way on where the account is to be deleted", async () => {
    const owner = await createOwner();
    const member = await createMember(owner, "manager");
    await createMember(owner, "owner", { isActive: false });
    for (const form of [{ intent: "role", userId: owner.id, role: "viewer" }, { intent: "leave" }]) {
      const refused = await post(owner, team, form as unknown as Record<string, string>);
      expect([refused.status, refused.text.includes(messages.team.lastOwner)]).toEqual([409, true]);
    }
    const page = await post(owner, paths.deleteAccount(), { intent: "delete", username: owner.username });
    expect([page.status, page.text.includes(`href="${team}"`)]).toEqual([409, true]);
    expect((await post(owner, team, { intent: "transfer", userId: member.id })).status).toBe(303);
    expect([await findRole(owner, owner), await findRole(owner, member)]).toEqual(["manager", "owner"]);
    const told = await site.mail.latest(member.email, /You are now an owner/);
    expect(told.text).toContain(
      `You are now an owner of ${owner.workspace.name}; ${owner.name} gave you this role.`,
    );
    expect((await post(owner, team, { intent: "leave" })).status).toBe(303);
  });

  test("the last owner hands over only after a recent password", async () => {
    const owner = await createOwner();
    const member = await createMember(owner, "manager");
    const { cookie, token, sessionId } = await signInAs(owner);
    await Session.update({ authenticatedAt: new Date(0) }, { where: { id: sessionId } });
    for (const form of [
      { intent: "transfer", userId: member.id },
      { intent: "role", userId: member.id, role: "owner" },
    ]) {
      const { headers: sent } = await site.send(team, {
        cookie,
        headers,
        form: form as unknown as Record<string, string>,
      });
      expect(sent.get("location")).toContain("/reauthenticate");
    }
    const base = `/api/workspaces/${owner.workspace.id}`;
    const calls = [
      await site.send(`${base}/transfer`, { token, json: { userId: member.id } }),
      await site.send(`${base}/members/${member.id}`, { method: "PATCH", token, json: { role: "owner" } }),
    ];
    expect(calls.map(({ json }) => json.code)).toEqual([
      "reauthentication_required",
      "reauthentication_required",
    ]);
    expect(await findRole(owner, member)).toBe("manager");
  });
});

describe("password of the last 15 minutes", () => {
  const AGO = 15 * 60_000;

  async function signInLongAgo(user: User) {
    const session = await signInAs(user);
    await Session.update(
      { authenticatedAt: new Date(Date.now() - AGO) },
      { where: { id: session.sessionId } },
    );
    return session;
  }

  test("a recent password is asked for by the API to invite anybody and to promote, and to take rights away it is not", async () => {
    const owner = await createOwner();
    const member = await createMember(owner, "viewer");
    const { token, sessionId } = await signInLongAgo(owner);
    const base = `/api/workspaces/${owner.workspace.id}`;
    const invite = (role: string) =>
      site.send(`${base}/invitations`, { token, json: { email: uniqueEmail(), role } });
    const make = (role: string) =>
      site.send(`${base}/members/${member.id}`, { method: "PATCH", token, json: { role } });
    const codes = async () => [
      (await invite("viewer")).json.code,
      (await invite("checker")).json.code,
      (await invite("manager")).json.code,
      (await make("checker")).json.code,
      (await make("manager")).json.code,
      (await make("owner")).json.code,
      (await site.send(`${base}/transfer`, { token, json: { userId: member.id } })).json.code,
    ];
    expect(await codes()).toEqual(Array(7).fill("reauthentication_required"));
    expect([await WorkspaceInvitation.count(), await findRole(owner, member)]).toEqual([0, "viewer"]);
    await Session.update({ authenticatedAt: new Date() }, { where: { id: sessionId } });
    expect([(await invite("viewer")).status, (await make("owner")).status]).toEqual([201, 200]);
    await Session.update({ authenticatedAt: new Date(0) }, { where: { id: sessionId } });
    // Who takes rights away, or saves the same role, is not asked.
    expect([(await make("owner")).status, (await make("manager")).status]).toEqual([200, 200]);
  });

  test("a recent password is asked for by the team page, which then shows what was chosen", async () => {
    const owner = await createOwner();
    const [one, two] = [await createMember(owner, "viewer"), await createMember(owner, "viewer")];
    const { cookie, sessionId } = await signInLongAgo(owner);
    const email = uniqueEmail();
    const acts = [
      { form: { intent: "invite", email, role: "viewer" }, shown: `value="${email}"` },
      { form: { intent: "role", userId: one.id, role: "manager" }, shown: messages.team.notDoneYet.role },
      { form: { intent: "transfer", userId: two.id }, shown: `<option value="${two.id}" selected="">` },
    ];
    for (const { form, shown } of acts) {
      await Session.update({ authenticatedAt: new Date(0) }, { where: { id: sessionId } });
      const asked = await site.send(team, {
        cookie,
        headers,
        form: form as unknown as Record<string, string>,
      });
      expect([asked.status, asked.headers.get("location")]).toEqual([
        303,
        paths.reauthenticate({ returnTo: team }),
      ]);
      const draft = asked.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      await Session.update({ authenticatedAt: new Date() }, { where: { id: sessionId } });
      const page = await site.send(team, { cookie: `${cookie}; ${draft}` });
      expect(page.text).toContain(shown);
    }
    expect([await WorkspaceInvitation.count(), await countOwners(owner)]).toEqual([0, 1]);
  });

  test("a recent password is asked for to allow support access, which keeps the chosen time", async () => {
    const owner = await createOwner();
    const { cookie, sessionId } = await signInLongAgo(owner);
    const page = paths.settings({ section: "support-access" });
    const form = { intent: "allow", hours: "72" };
    const asked = await site.send(page, { cookie, headers, form });
    expect(asked.headers.get("location")).toBe(paths.reauthenticate({ returnTo: page }));
    expect(await SupportAccess.count()).toBe(0);
    const draft = asked.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const { text } = await site.send(page, { cookie: `${cookie}; ${draft}` });
    expect(text).toContain(messages.support.notAllowedYet);
    expect(text).toMatch(/<input[^>]*value="72"[^>]*checked=""|<input[^>]*checked=""[^>]*value="72"/);
    await Session.update({ authenticatedAt: new Date() }, { where: { id: sessionId } });
    expect((await site.send(page, { cookie, headers, form })).status).toBe(303);
    expect(await SupportAccess.count()).toBe(1);
  });
});

describe("keys of a removed member", () => {
  test("keys of a removed member are named before the removal, and revoked with it if the owner says so", async () => {
    const owner = await createOwner();
    const [stays, goes] = [await createMember(owner, "manager"), await createMember(owner, "manager")];
    const kept = await createKey(owner, { user: stays });
    const { apiKey } = await createKey(owner, { user: goes });
    await apiKey.update({ name: "Sheets of the agency" });
    const { cookie } = await signInAs(owner);
    const { text } = await site.send(team, { cookie });
    expect(text).toContain("Sheets of the agency");
    expect(text.match(/name="revokeKeys"/g)).toHaveLength(2);
    expect((await post(owner, team, { intent: "remove", userId: stays.id })).status).toBe(303);
    const revoked = { intent: "remove", userId: goes.id, revokeKeys: "on" };
    expect((await post(owner, team, revoked)).status).toBe(303);
    expect((await kept.apiKey.reload()).revokedAt).toBeNull();
    expect((await apiKey.reload()).revokedAt).not.toBeNull();
  });

  test("keys of a removed member work on unless the call revokes them", async () => {
    const owner = await createOwner();
    const { token } = await signInAs(owner);
    for (const [query, status] of [
      ["", 200],
      ["?revokeKeys=true", 401],
    ] as const) {
      const member = await createMember(owner, "manager");
      const { key } = await createKey(owner, { user: member });
      const path = `/api/workspaces/${owner.workspace.id}/members/${member.id}${query}`;
      expect((await site.send(path, { method: "DELETE", token })).status).toBe(204);
      expect((await site.send("/api/affiliate/platforms", { token: key })).status).toBe(status);
    }
  });
});

describe("team page", () => {
  test("the team page says what was done, and at the form why something was not", async () => {
    const owner = await createOwner();
    const person = await createOwner();
    const member = await createMember(owner, "viewer");
    const gone = await createMember(owner, "viewer", { isActive: false });
    const said = async (user: User, path: string, form: Record<string, string>) => {
      const reply = await post(user, path, form);
      return reply.status === 303 ? readFlash(reply) : reply.text;
    };
    const link = await inviteByEmail(owner, person.email);
    const { id: invitationId = "" } = (await WorkspaceInvitation.findOne()) ?? {};
    const steps: [form: Record<string, string>, sentence: string][] = [
      [{ intent: "resend", invitationId }, messages.team.resent],
      [{ intent: "revoke", invitationId }, messages.team.revoked],
      [{ intent: "role", userId: member.id, role: "checker" }, messages.team.roleChanged],
      [{ intent: "role", userId: member.id, role: "king" }, messages.team.roleUnknown],
      [{ intent: "rename", name: "" }, messages.team.nameRequired],
      [
        { intent: "rename", name: "Win at https://evil.example" },
        messages.fields.nameAddress.replaceAll("'", "&#x27;"),
      ],
      [{ intent: "rename", name: "Halden" }, messages.team.renamed],
      [{ intent: "transfer", userId: owner.id }, messages.team.transferToOther],
      [{ intent: "transfer", userId: gone.id }, messages.team.memberInactive],
      [{ intent: "remove", userId: gone.id }, messages.team.memberRemoved],
    ];
    for (const [form, sentence] of steps) expect(await said(owner, team, form)).toContain(sentence);
    expect((await accept(person, link)).text).toContain(messages.team.invitationInvalid);
    const second = await inviteByEmail(owner, uniqueEmail());
    expect(second).not.toBe(link);
    site.mail.reset();
    const third = await inviteByEmail(owner, person.email);
    expect(await said(person, third, { intent: "decline" })).toContain(messages.team.declined);
    site.mail.reset();
    expect(await said(person, await inviteByEmail(owner, person.email), { intent: "accept" })).toContain(
      messages.team.accepted,
    );
    expect(await said(person, team, { intent: "leave" })).toContain(messages.team.left);
    const choice = { intent: "switch", workspaceId: owner.workspace.id };
    expect(await said(person, paths.switchWorkspace(), choice)).toContain(messages.team.workspaceGone);
    expect(await said(owner, team, { intent: "transfer", userId: member.id })).toContain(
      messages.team.transferred,
    );
  });

  test("the team page takes fifty invitations and twenty workspaces", async () => {
    const owner = await createOwner();
    const now = new Date();
    const rows = Array.from({ length: 50 }, (_, index) => ({
      workspaceId: owner.workspace.id,
      email: `${index}@example.com`,
      emailKey: `${index}@example.com`,
      role: "viewer" as const,
      tokenHash: `hash-${index}`,
      invitedByUserId: owner.id,
      createdAt: now,
      expiresAt: now,
    }));
    await WorkspaceInvitation.bulkCreate(rows);
    const invited = await post(owner, team, { intent: "invite", email: uniqueEmail(), role: "viewer" });
    expect(invited.text).toContain(messages.team.tooManyInvitations);
    const { token } = await signInAs(owner);
    const create = () => site.send("/api/workspaces", { token, json: { name: "Desk" } });
    for (let count = 1; count < 20; count++) expect((await create()).status).toBe(201);
    expect((await create()).json.error).toBe(messages.team.tooManyWorkspaces);
  });
});

describe("/api/workspaces", () => {
  const everyone = WORKSPACE_ROLES;
  const owners: readonly MemberRole[] = ["owner"];
  /** Who may call what, not read from the policy that is tested. */
  const calls: [method: string, path: string, json: object | null, roles: readonly MemberRole[]][] = [
    ["GET", "", null, everyone],
    ["PATCH", "", { name: "Halden" }, owners],
    ["DELETE", "", null, owners],
    ["GET", "/members", null, everyone],
    ["PATCH", "/members/MEMBER", { role: "viewer" }, owners],
    ["DELETE", "/members/MEMBER", null, owners],
    ["POST", "/transfer", { userId: "MEMBER" }, owners],
    ["GET", "/invitations", null, owners],
    ["POST", "/invitations", { email: "new@example.com", role: "viewer" }, owners],
    ["DELETE", "/invitations/INVITATION", null, owners],
    ["POST", "/invitations/INVITATION/resend", null, owners],
  ];

  test.each(calls)(
    "%s %s is for the roles that it is for, and closed to strangers and API keys",
    async (method, path, json, roles) => {
      const owner = await createOwner();
      const member = await createMember(owner, "manager");
      const email = uniqueEmail();
      await post(owner, team, { intent: "invite", email, role: "viewer" });
      const { id = "" } = (await WorkspaceInvitation.findOne({ where: { email } })) ?? {};
      const fill = (text: string) => text.replace("MEMBER", member.id).replace("INVITATION", id);
      const address = `/api/workspaces/${owner.workspace.id}${fill(path)}`;
      const body = json ? { json: JSON.parse(fill(JSON.stringify(json))) } : {};
      const call = (token: string) => site.send(address, { method, ...body, token });
      const { key } = await createKey(owner);
      expect((await call(key)).json.code).toBe("scope_missing");
      const stranger = await signInAs(await createOwner());
      expect((await call(stranger.token)).status).toBe(404);
      const tokens = new Map<MemberRole, string>();
      for (const role of WORKSPACE_ROLES)
        tokens.set(role, (await signInAs(await createMember(owner, role))).token);
      // Those who are refused change nothing, and so come first.
      const refused = WORKSPACE_ROLES.filter((role) => !roles.includes(role));
      for (const role of [...refused, ...roles]) {
        const { status, json: response } = await call(tokens.get(role) ?? "");
        if (!roles.includes(role)) expect([role, status, response.code]).toEqual([role, 403, "role_refused"]);
        else if (path === "" && method === "DELETE")
          expect([response.code, response.error]).toEqual(["has_members", messages.team.hasMembers]);
        else
          expect([role, status]).toEqual([
            role,
            method === "DELETE" ? 204 : path === "/invitations" && method === "POST" ? 201 : 200,
          ]);
      }
    },
  );

  test("/api/workspaces creates another workspace, which is chosen by its id and deleted when one is alone in it", async () => {
    const form = await createForm();
    const { token } = await signInAs(form.owner);
    const created = await site.send("/api/workspaces", { token, json: { name: "Second desk" } });
    expect([created.status, created.json.workspace]).toMatchObject([
      201,
      { name: "Second desk", role: "owner" },
    ]);
    const { id } = created.json.workspace;
    const listed = await site.send("/api/workspaces", { token });
    expect(listed.json.workspaces.map((one: { id: string }) => one.id)).toEqual([
      form.owner.workspace.id,
      id,
    ]);
    expect((await site.send(`/api/workspaces/${id}`, { method: "DELETE", token })).status).toBe(204);
    expect((await site.send(`/api/workspaces/${id}`, { token })).status).toBe(404);
    const only = await site.send(`/api/workspaces/${form.owner.workspace.id}`, { method: "DELETE", token });
    expect([only.status, only.json.error]).toEqual([409, messages.team.onlyWorkspace]);
    expect((await site.submit(form)).status).toBe(201);
  });
});

describe("another workspace", () => {
  const create = (user: User, name: string) => post(user, team, { intent: "create", name });
  const deletion = ({ id, name }: Workspace, typed = name) => ({
    intent: "delete",
    workspaceId: id,
    name: typed,
  });

  test("another workspace is created on the team page by any member, who works in it from then on", async () => {
    const owner = await createOwner({ timeZone: "Europe/Madrid", currency: "USD" });
    const checker = await createMember(owner, "checker");
    const { cookie } = await signInAs(checker);
    const send = (name: string) => site.send(team, { cookie, headers, form: { intent: "create", name } });
    for (const name of ["", " ", "x".repeat(101), "a\u202eb"]) expect((await send(name)).status).toBe(400);
    const created = await send("Halden Partners");
    expect([created.status, created.headers.get("location")]).toEqual([303, paths.overview()]);
    expect(readFlash(created)).toBe(messages.team.created);
    const where = { userId: checker.id, role: "owner" as const };
    const { workspaceId } = await WorkspaceMember.findOne({ where, rejectOnEmpty: true });
    expect(await Workspace.findByPk(workspaceId)).toMatchObject({
      name: "Halden Partners",
      timeZone: "Europe/Madrid",
      currency: "USD",
      subscriptionPlan: "free",
    });
    expect((await site.send(team, { cookie })).text).toContain('value="Halden Partners"');
    await WorkspaceMember.bulkCreate(
      await Promise.all(
        Array.from({ length: WORKSPACES_MAX - 2 }, async () => {
          const { workspace } = await createOwner();
          return { workspaceId: workspace.id, userId: checker.id, role: "viewer", createdAt: new Date() };
        }),
      ),
    );
    const refused = await send("One too many");
    expect([refused.status, refused.text.includes(messages.team.tooManyWorkspaces)]).toEqual([409, true]);
  });

  test("another workspace is deleted by its owner alone, who types its name on a page of its own", async () => {
    const form = await createForm();
    const { owner } = form;
    const address = paths.deleteWorkspace();
    const only = await post(owner, address, deletion(owner.workspace));
    expect([only.status, only.text.includes(messages.team.onlyWorkspace)]).toEqual([409, true]);
    expect((await site.send(team, { cookie: (await signInAs(owner)).cookie })).text).not.toContain(address);
    await create(owner, "Halden Partners");
    await post(owner, paths.switchWorkspace(), { intent: "switch", workspaceId: owner.workspace.id });
    const manager = await createMember(owner, "manager");
    const among = await post(owner, address, deletion(owner.workspace));
    expect([among.status, among.text.includes(messages.team.hasMembers)]).toEqual([409, true]);
    const stranger = await post(manager, address, deletion(owner.workspace));
    expect([stranger.status, stranger.headers.get("location")]).toEqual([303, paths.unauthorized()]);
    await WorkspaceMember.destroy({ where: { userId: manager.id } });
    const { cookie } = await signInAs(owner);
    expect((await site.send(team, { cookie })).text).toContain(address);
    const send = (fields: Record<string, string>) => site.send(address, { cookie, headers, form: fields });
    for (const fields of [
      deletion(owner.workspace, "Something else"),
      { ...deletion(owner.workspace), workspaceId: manager.id },
    ])
      expect((await send(fields)).text).toContain(messages.team.typeName);
    expect((await site.submit(form)).status).toBe(201);
    const deleted = await send(deletion(owner.workspace));
    expect([readFlash(deleted), deleted.headers.get("location")]).toEqual([
      messages.team.deleted,
      paths.overview(),
    ]);
    expect((await site.submit(form)).status).toBe(404);
    expect((await site.send(team, { cookie })).text).toContain('value="Halden Partners"');
    await Session.update({ authenticatedAt: new Date(0) }, { where: { userId: owner.id } });
    expect((await site.send(address, { cookie })).headers.get("location")).toContain("/reauthenticate");
  });

  test("another workspace is neither created nor deleted with a support access", async () => {
    const owner = await createOwner();
    await post(owner, paths.settings({ section: "support-access" }), { intent: "allow", hours: "1" });
    const staff = await createOwner({ role: "admin" });
    const { cookie: before } = await signInAs(staff);
    const access = await SupportAccess.findOne({ where: { workspaceId: owner.workspace.id } });
    const entered = await site.send(paths.adminUser({ userId: owner.id }), {
      cookie: before,
      headers,
      form: { intent: "enter-support", accessId: access?.id ?? "none" },
    });
    const cookie = readCookie(entered, "attesto_session");
    const send = (path: string, form: Record<string, string>) => site.send(path, { cookie, headers, form });
    for (const [path, form] of [
      [team, { intent: "create", name: "Mine" }],
      [paths.deleteWorkspace(), deletion(owner.workspace)],
    ] as const)
      expect((await send(path, form)).headers.get("location")).toBe(paths.unauthorized());
    const called = await site.send("/api/workspaces", {
      method: "POST",
      cookie,
      headers,
      json: { name: "Mine" },
    });
    expect([called.status, called.json.code]).toEqual([403, "role_refused"]);
    expect(await Workspace.count({ where: { name: "Mine" } })).toBe(0);
    expect(await owner.workspace.reload()).toMatchObject({ deleteRequestedAt: null });
  });
});
