import { describe, expect, test } from "vitest";
import { type User, WorkspaceMember } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { createMember, createOwner, type Owner, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

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

const readToken = (link: string) => new URL(link, "http://localhost").searchParams.get("token") ?? "";

describe("invitation", () => {
  test("an invitation is used once when two requests accept it at the same moment, and sent once when two invite", async () => {
    const owner = await createOwner();
    const person = await createOwner();
    const json = { email: person.email, role: "viewer" };
    const { token } = await signInAs(owner);
    const invited = await Promise.all(
      [1, 2, 3].map(() => site.send(`/api/workspaces/${owner.workspace.id}/invitations`, { token, json })),
    );
    expect(invited.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const link = await site.mail.linkTo(person.email, SUBJECT);
    const { token: own } = await signInAs(person);
    const accepted = await Promise.all(
      [1, 2, 3].map(() =>
        site.send("/api/workspaces/accept-invitation", { token: own, json: { token: readToken(link) } }),
      ),
    );
    expect(accepted.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await findRole(owner, person)).toBe("viewer");
  });
});

describe("last owner", () => {
  test("an owner who hands the workspace to three people at once hands it to one", async () => {
    const owner = await createOwner();
    const others = await Promise.all([1, 2, 3].map(() => createMember(owner, "viewer")));
    const { token } = await signInAs(owner);
    const path = `/api/workspaces/${owner.workspace.id}/transfer`;
    const responses = await Promise.all(
      others.map(({ id }) => site.send(path, { token, json: { userId: id } })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(responses.flatMap(({ status, json }) => (status === 403 ? [json.code] : []))).toEqual([
      "role_refused",
      "role_refused",
    ]);
    expect([await countOwners(owner), await findRole(owner, owner)]).toEqual([1, "manager"]);
  });

  test("the last owner is there after two owners step back, leave or hand over at the same moment", async () => {
    const acts: [method: string, path: (owner: Owner, user: User) => string, json?: object][] = [
      [
        "PATCH",
        ({ workspace }, { id }) => `/api/workspaces/${workspace.id}/members/${id}`,
        { role: "viewer" },
      ],
      ["DELETE", ({ workspace }, { id }) => `/api/workspaces/${workspace.id}/members/${id}`],
    ];
    for (const [method, path, json] of acts) {
      const owner = await createOwner();
      const second = await createMember(owner, "owner");
      const [a, b] = [await signInAs(owner), await signInAs(second)];
      const responses = await Promise.all([
        site.send(path(owner, owner), { method, token: a.token, ...(json ? { json } : {}) }),
        site.send(path(owner, second), { method, token: b.token, ...(json ? { json } : {}) }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([method === "PATCH" ? 200 : 204, 409]);
      expect(await countOwners(owner)).toBe(1);
    }
    const owner = await createOwner();
    const second = await createMember(owner, "owner");
    await Promise.all([
      post(owner, team, { intent: "transfer", userId: second.id }),
      post(second, team, { intent: "transfer", userId: owner.id }),
    ]);
    expect(await countOwners(owner)).toBeGreaterThan(0);
  });
});
