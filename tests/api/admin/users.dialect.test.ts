import { describe, expect, test } from "vitest";
import { AuditEntry, SubscriptionGrant, User, Workspace } from "#app/models/index.server.ts";
import { grantSubscription } from "#app/services/admin/subscriptions.server.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const sign = async (role: "user" | "admin" | "superadmin") => {
  const user = await createOwner({ role });
  return { user, ...(await signInAs(user)) };
};
const patch = (token: string, id: string, what: "role" | "status", json: unknown) =>
  site.send(`/api/admin/users/${id}/${what}`, { method: "PATCH", token, json });

describe("who may change whom", () => {
  test("one of two superadmins who demote each other at once stays", async () => {
    for (let round = 0; round < 4; round++) {
      const pair = [await sign("superadmin"), await sign("superadmin")] as const;
      const responses = await Promise.all([
        patch(pair[0].token, pair[1].user.id, "role", { role: "admin" }),
        patch(pair[1].token, pair[0].user.id, "role", { role: "user" }),
      ]);
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      expect([403, 404]).toContain(statuses[1]);
      expect(await User.count({ where: { role: "superadmin" } })).toBe(1);
      expect(await AuditEntry.count()).toBe(round + 1);
      await User.update({ role: "user" }, { where: { role: "superadmin" } });
    }
  });
});

describe("subscription granted by hand", () => {
  const plan = async (id: string) => {
    const { subscriptionStatus: status, subscriptionPlan } = await Workspace.findByPk(id, {
      rejectOnEmpty: true,
    });
    return [status, subscriptionPlan];
  };

  test("one of two grants at once holds", async () => {
    const { user } = await sign("admin");
    const target = await createOwner();
    const grant = (chosen: "pro" | "agency") =>
      grantSubscription({
        actor: { user, ip: null },
        userId: target.id,
        plan: chosen,
        amount: "1",
        endsAt: null,
      });
    await Promise.all([grant("pro"), grant("agency"), grant("pro")]);
    const open = await SubscriptionGrant.findAll({ where: { endedAt: null } });
    expect(open).toHaveLength(1);
    expect(await plan(target.workspace.id)).toEqual(["active", open[0]?.plan]);
  });
});
