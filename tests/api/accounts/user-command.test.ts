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

describe("the command for accounts", () => {
  test("creates an account with the given role and changes the role", async () => {
    const name = unique();
    const email = `${name}@example.com`;
    const made = await user("create", "--email", email, "--username", name, "--role=superadmin");
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining("as superadmin"), error: "" });
    await createOwner({ role: "superadmin" });
    expect((await user("promote", "--user", email, "--role", "admin")).code).toBe(0);
    expect(await User.findOne({ where: { email } })).toMatchObject({ role: "admin" });
  });

  test("stores a time zone by its own name", async () => {
    const name = unique();
    const email = `${name}@example.com`;
    await user("create", "--email", email, "--username", name, "--time-zone", "europe/madrid");
    const { id } = await User.findOne({ where: { email }, rejectOnEmpty: true });
    expect(await getDefaultWorkspace(id)).toMatchObject({ timeZone: "Europe/Madrid" });
  });

  test("deletes an account, and names the new owner where others stay", async () => {
    const [owner, newOwner] = [await createOwner(), await createOwner()];
    await addMember(owner, newOwner, "viewer");
    const refused = await user("delete", "--user", owner.email);
    expect([refused.code, refused.error.trim()]).toEqual([1, messages.workspaces.lastOwner]);
    const done = await user("delete", "--user", owner.email, "--new-owner", newOwner.email);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining("is deleted") });
    const where = { workspaceId: owner.workspace.id };
    expect(await WorkspaceMember.findAll({ where })).toMatchObject([{ userId: newOwner.id, role: "owner" }]);
  });

  test("does nothing with unknown arguments and prints its usage", {
    timeout: 60_000,
  }, async () => {
    const one = ["--email", "you@example.com", "--username", "you.there"];
    const { email } = await createOwner();
    for (const args of [
      [],
      ["constructor"],
      ["__proto__"],
      ["toString"],
      ["remove", "--user", email],
      ["create"],
      ["create", ...one, "--rol", "superadmin"],
      ["create", ...one, "superadmin"],
      ["create", ...one, "--role", "owner"],
      ["create", ...one, "--user", email],
      ["promote", "--user", email],
      ["reset-password", "--user"],
      ["reset-password", "--user", email, "--role", "admin"],
    ]) {
      const { code, out, error } = await user(...args);
      expect([args, code, out.trim()]).toEqual([args, 1, ""]);
      expect(error).toContain("Usage:");
      expect(error).not.toMatch(/ at .*:\d+/);
    }
    expect(await User.count()).toBe(1);
  });
});
