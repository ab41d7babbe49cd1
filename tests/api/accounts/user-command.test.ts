import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { User, WorkspaceMember } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { getDefaultWorkspace } from "#app/services/workspaces/memberships.server.ts";
import { addMember, createOwner, unique } from "../../factories/index.ts";

const COMMAND = fileURLToPath(new URL("../../../build/commands/user.js", import.meta.url));

/** Runs the built command as an operator does. */
function user(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], (_error, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    );
  });
}

describe("command for accounts", () => {
  test("the command for accounts creates an account with the given role and changes the role", async () => {
    const name = unique();
    const email = `${name}@example.com`;
    const made = await user("create", "--email", email, "--username", name, "--role=superadmin");
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining("as superadmin"), error: "" });
    await createOwner({ role: "superadmin" });
    expect((await user("promote", "--user", email, "--role", "admin")).code).toBe(0);
    expect(await User.findOne({ where: { email } })).toMatchObject({ role: "admin" });
  });

  test("the command for accounts stores a time zone by its own name", async () => {
    const name = unique();
    const email = `${name}@example.com`;
    await user("create", "--email", email, "--username", name, "--time-zone", "europe/madrid");
    const { id } = await User.findOne({ where: { email }, rejectOnEmpty: true });
    expect(await getDefaultWorkspace(id)).toMatchObject({ timeZone: "Europe/Madrid" });
  });

  test("the command for accounts deletes an account, and names the new owner where others stay", async () => {
    const [owner, newOwner] = [await createOwner(), await createOwner()];
    await addMember(owner, newOwner, "viewer");
    const refused = await user("delete", "--user", owner.email);
    expect([refused.code, refused.error.trim()]).toEqual([1, messages.workspaces.lastOwner]);
    const done = await user("delete", "--user", owner.email, "--new-owner", newOwner.email);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining("is deleted") });
    const where = { workspaceId: owner.workspace.id };
    expect(await WorkspaceMember.findAll({ where })).toMatchObject([{ userId: newOwner.id, role: "owner" }]);
  });

  const who = ["--user", "you.there"];
  const made = ["create", "--email", "you@example.com", "--username", "you.there"];
  test.each([
    [[]],
    [["constructor"]],
    [["__proto__"]],
    [["toString"]],
    [["remove", ...who]],
    [["create"]],
    [[...made, "--rol", "superadmin"]],
    [[...made, "superadmin"]],
    [[...made, "--role", "owner"]],
    [[...made, ...who]],
    [["promote", ...who]],
    [["reset-password", "--user"]],
    [["reset-password", ...who, "--role", "admin"]],
  ])("the command for accounts does nothing with %j and prints its usage", async (args) => {
    const { id } = await createOwner({ username: "you.there" });
    const { code, out, error } = await user(...args);
    expect([code, out.trim()]).toEqual([1, ""]);
    expect(error).toContain("Usage:");
    expect(error).not.toMatch(/ at .*:\d+/);
    expect(await User.findAll()).toMatchObject([{ id, role: "user" }]);
  });
});
