import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import {
  Connection,
  OptInForm,
  Submission,
  User,
  Workspace,
  WorkspaceMember,
} from "#app/models/index.server.ts";

export type DeletionPlan = {
  /** Workspaces in which the user is alone: they are deleted. */
  deleted: { id: string; name: string; claims: number; forms: number; connections: number }[];
  /** Workspaces that go on without the user. */
  left: { name: string }[];
  /** Of those, the ones whose last owner the user is. */
  ownerless: { name: string }[];
  /** Active members of all of these, one of whom becomes the owner. */
  candidates: { id: string; name: string }[];
};

/** What the deletion of a user takes along. */
export async function planDeletion(userId: string): Promise<DeletionPlan> {
  const own = await retryRead(() =>
    WorkspaceMember.findAll({
      where: { userId },
      include: { model: Workspace, as: "workspace", required: true },
    }),
  );
  const ids = own.map(({ workspaceId }) => workspaceId);
  const others = await retryRead(() =>
    WorkspaceMember.findAll({ where: { workspaceId: ids, userId: { [Op.ne]: userId } } }),
  );
  const people = await retryRead(() =>
    User.findAll({
      where: { id: others.map((member) => member.userId), isActive: true },
      attributes: ["id", "name"],
      order: [["name", "ASC"]],
    }),
  );
  const isActive = new Set(people.map(({ id }) => id));
  const plan: DeletionPlan = { deleted: [], left: [], ownerless: [], candidates: people };
  for (const { workspaceId, workspace } of own) {
    const name = workspace?.name ?? "";
    const rest = others.filter((member) => member.workspaceId === workspaceId);
    if (rest.length === 0) {
      plan.deleted.push({ id: workspaceId, name, ...(await countContents(workspaceId)) });
      continue;
    }
    plan.left.push({ name });
    if (rest.some((member) => member.role === "owner" && isActive.has(member.userId))) continue;
    plan.ownerless.push({ name });
    plan.candidates = plan.candidates.filter(({ id }) => rest.some((member) => member.userId === id));
  }
  if (plan.ownerless.length === 0) plan.candidates = [];
  plan.candidates = plan.candidates.map(({ id, name }) => ({ id, name }));
  return plan;
}

async function countContents(workspaceId: string) {
  const where = { workspaceId };
  const [claims, forms, connections] = await retryRead(() =>
    Promise.all([
      Submission.count({ where }),
      OptInForm.count({ where: { ...where, deletedAt: null } }),
      Connection.count({ where }),
    ]),
  );
  return { claims, forms, connections };
}
