import { createECDH, randomBytes } from "node:crypto";
import { Op } from "sequelize";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { findDifferingCounts } from "#app/database/queries/differing-counts.server.ts";
import { newId } from "#app/lib/ids.ts";
import {
  ApiKey,
  Identity,
  PushSubscription,
  SavedView,
  Session,
  User,
  WorkspaceMember,
} from "#app/models/index.server.ts";
import { API_KEYS_MAX, WORKSPACES_MAX } from "#app/schemas/shared/limits.ts";
import { createIdentity } from "#app/services/auth/sign-in/link-identity.server.ts";
import { startTwoFactorSetup } from "#app/services/auth/sign-in/two-factor.server.ts";
import { createWorkspace } from "#app/services/workspaces/create-workspace.server.ts";
import {
  createForm,
  createKey,
  createMember,
  createOwner,
  signInAs,
  submitForm,
  toAccess,
  unique,
} from "../factories/index.ts";
import { createCode, nowhere } from "../factories/two-factor.ts";
import { expectTotalsToBeTrue } from "../support/counts.ts";
import { addUpMoney } from "../support/money.ts";
import { type Call, type NodeProcess, startOnNode } from "./on-node.ts";

const ROUNDS = 12;
const PUSH_MAX = 20;
const VIEWS_MAX = 50;
let nodes: [NodeProcess, NodeProcess];

beforeAll(() => {
  const [first = "", second = ""] = (process.env.NODE_DATABASE_URLS ?? "").split(" ");
  nodes = [startOnNode(first), startOnNode(second)];
});
afterAll(async () => {
  for (const node of nodes) node.end();
  await sequelize.close();
});

/** Both calls at the same moment, each on a node of its own. @returns how many of them succeeded */
async function race(one: Call, other: Call): Promise<number> {
  const codes = await Promise.all([nodes[0].call(one), nodes[1].call(other)]);
  // A refusal by a rule of the product; anything else is a fault.
  for (const code of codes) expect(code ?? "done").toMatch(/^[a-z_]+$/);
  return codes.filter((code) => code === null).length;
}

const plain = (user: User) => user.get({ plain: true });

async function twoOwners() {
  const owner = await createOwner();
  const other = await createMember(owner, "owner");
  return { owner, other, workspaceId: owner.workspace.id };
}

async function activeOwners(workspaceId: string): Promise<number> {
  const owners = await WorkspaceMember.findAll({ where: { workspaceId, role: "owner" } });
  return User.count({ where: { id: owners.map(({ userId }) => userId), isActive: true } });
}

async function repeatRace(run: () => Promise<void>, rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round++) await run();
}

describe("of two calls on two nodes at once", () => {
  test("one of two owners who demote each other stays", () =>
    repeatRace(async () => {
      const { owner, other, workspaceId } = await twoOwners();
      const demote = (by: User, userId: string): Call => ({
        file: "team/members",
        name: "changeMemberRole",
        args: [{ access: toAccess(owner, by), userId, role: "manager", isProven: true }],
      });
      expect(await race(demote(owner, other.id), demote(other, owner.id))).toBe(1);
      expect(await activeOwners(workspaceId)).toBe(1);
    }));

  test("one of two owners who deactivate or delete their accounts stays", () =>
    repeatRace(async () => {
      const { owner, other, workspaceId } = await twoOwners();
      await createMember(owner, "viewer");
      const deactivate = {
        file: "accounts/deactivate-account",
        name: "deactivateOwnAccount",
        args: [owner.id],
      };
      const leave = { file: "accounts/delete-account", name: "deleteAccount", args: [{ userId: other.id }] };
      await race(deactivate, leave);
      expect(await activeOwners(workspaceId)).toBe(1);
    }));

  test("one of two superadmins who demote each other or step back stays", () =>
    repeatRace(async () => {
      await User.update({ role: "user" }, { where: { role: "superadmin" } });
      const [one, other] = [await createOwner(), await createOwner()];
      const ids = [one.id, other.id];
      const countSuperadmins = () => User.count({ where: { role: "superadmin" } });
      const demote = (by: User, userId: string): Call => ({
        file: "admin/manage-users",
        name: "changeUserRole",
        args: [{ actor: { user: plain(by), ip: null }, userId, role: "user" }],
      });
      await User.update({ role: "superadmin" }, { where: { id: ids } });
      for (const user of [one, other]) await user.reload();
      await race(demote(one, other.id), demote(other, one.id));
      expect(await countSuperadmins()).toBe(1);
      const stepBack = (userId: string): Call => ({
        file: "accounts/change-role",
        name: "changeRole",
        args: [{ userId, role: "user" }],
      });
      await User.update({ role: "superadmin" }, { where: { id: ids } });
      await race(stepBack(one.id), stepBack(other.id));
      expect(await countSuperadmins()).toBe(1);
    }));

  test("one creates the last workspace, the last key and the last push subscription", () =>
    repeatRace(async () => {
      const owner = await createOwner();
      const { id: workspaceId } = owner.workspace;
      const userId = owner.id;
      const access = toAccess(owner);
      const values = { name: "Another", timeZone: "UTC", currency: "EUR", userId };
      await inTransaction(async (transaction) => {
        for (let count = 1; count < WORKSPACES_MAX - 1; count++) await createWorkspace(values, transaction);
      });
      const add = {
        file: "workspaces/create-workspace",
        name: "addWorkspace",
        args: [{ ...values, access }],
      };
      expect(await race(add, add)).toBe(1);

      const { apiKey } = await createKey(owner);
      const others = Array.from({ length: API_KEYS_MAX - 2 }, () => ({
        ...apiKey.get(),
        id: newId(),
        keyHash: unique(),
      }));
      await ApiKey.bulkCreate(others);
      const input = { name: "Key", scopes: ["stats:read"] };
      const create: Call = {
        file: "auth/credentials/manage-api-keys",
        name: "createApiKey",
        args: [{ access, user: plain(owner), input }],
      };
      expect(await race(create, create)).toBe(1);
      expect(await ApiKey.count({ where: { workspaceId } })).toBe(API_KEYS_MAX);

      const ecdh = createECDH("prime256v1");
      const keys = { p256dh: ecdh.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };
      const subscribe = async (): Promise<Call> => {
        const { sessionId } = await signInAs(owner);
        const endpoint = `https://push.example.com/${sessionId}`;
        const args = [{ userId, sessionId, input: { endpoint, ...keys } }];
        return { file: "push/push-subscriptions", name: "subscribeToPush", args };
      };
      for (let count = 1; count < PUSH_MAX; count++) await nodes[0].call(await subscribe());
      expect(await race(await subscribe(), await subscribe())).toBe(2);
      expect(await PushSubscription.count({ where: { userId } })).toBe(PUSH_MAX);
    }, 4));

  test("two that end each other's last way in leave one", () =>
    repeatRace(async () => {
      const owner = await createOwner();
      await owner.update({ passwordHash: null });
      await inTransaction(async (transaction) => {
        for (const provider of ["google", "facebook"] as const)
          await createIdentity(
            owner.id,
            { provider, issuer: provider, subject: unique(), email: null, isEmailVerified: false } as never,
            transaction,
          );
      });
      const [one, other] = await Identity.findAll({ where: { userId: owner.id } });
      const unlink = (identityId = ""): Call => ({
        file: "auth/sign-in/identities",
        name: "unlinkIdentity",
        args: [{ owner: plain(owner), identityId }],
      });
      expect(await race(unlink(one?.id), unlink(other?.id))).toBe(1);
    }));

  test("a sign-in beside the first code of two-step sign-in ends or asks for a code", () =>
    repeatRace(async () => {
      const owner = await createOwner();
      const { sessionId } = await signInAs(owner);
      const { secret } = await startTwoFactorSetup({ owner });
      const confirm: Call = {
        file: "auth/sign-in/two-factor",
        name: "confirmTwoFactor",
        args: [{ owner: plain(owner), code: createCode(secret), sessionId }],
      };
      const credentials = { kind: "verified", user: plain(owner), authenticatedAt: new Date() };
      const signIn: Call = {
        file: "auth/sign-in/sign-in",
        name: "signIn",
        args: [{ credentials, device: nowhere }],
      };
      expect(await race(confirm, signIn)).toBe(2);
      const where = { userId: owner.id, endedAt: null, id: { [Op.ne]: sessionId } };
      expect(await Session.count({ where })).toBe(0);
    }));

  test("a member who is removed leaves nothing that they saved meanwhile", () =>
    repeatRace(async () => {
      const owner = await createOwner();
      const { id: workspaceId } = owner.workspace;
      const member = await createMember(owner, "manager");
      const remove: Call = {
        file: "team/members",
        name: "removeMember",
        args: [{ access: toAccess(owner), userId: member.id }],
      };
      const save: Call = {
        file: "submissions/saved-views",
        name: "saveView",
        args: [{ access: toAccess(owner, member), name: "Mine", query: "", isShared: false }],
      };
      await race(remove, save);
      expect(await SavedView.count({ where: { workspaceId, userId: member.id } })).toBe(0);
    }));

  test("one of two that save an account's last view succeeds", () =>
    repeatRace(async () => {
      const owner = await createOwner();
      const access = toAccess(owner);
      const view = { workspaceId: owner.workspace.id, userId: owner.id, query: "", isShared: false };
      const createdAt = new Date();
      const others = Array.from({ length: VIEWS_MAX - 1 }, (_, at) => ({
        ...view,
        name: `${at}`,
        createdAt,
      }));
      await SavedView.bulkCreate(others);
      const save = (name: string): Call => ({
        file: "submissions/saved-views",
        name: "saveView",
        args: [{ access, name, query: "", isShared: false }],
      });
      expect(await race(save("One"), save("Another"))).toBe(1);
      expect(await SavedView.count({ where: { userId: owner.id } })).toBe(VIEWS_MAX);
    }));

  test("a day is counted as its claims are, which are decided meanwhile", async () => {
    const count: Call = { file: "counting/count-marked-days", name: "countMarkedDays", args: [] };
    const form = await createForm();
    await repeatRace(async () => {
      const claim = await submitForm(form);
      const decide: Call = {
        file: "submissions/decide-submission",
        name: "decideSubmission",
        args: [{ submissionId: claim.id, access: toAccess(form.owner), input: { status: "rejected" } }],
      };
      expect(await race(count, decide)).toBe(2);
      expect(await findDifferingCounts()).toEqual({ days: [], months: [] });
    });
    await addUpMoney(form);
    await expectTotalsToBeTrue();
  });

  test("what was written on one node is read on another at once", () =>
    repeatRace(async () => {
      const { owner, other } = await twoOwners();
      const leave = (by: User): Call => ({
        file: "team/members",
        name: "removeMember",
        args: [{ access: toAccess(owner, by), userId: by.id }],
      });
      expect(await nodes[0].call(leave(owner))).toBeNull();
      expect(await nodes[1].call(leave(other))).toBe("last_owner");
    }));
});
