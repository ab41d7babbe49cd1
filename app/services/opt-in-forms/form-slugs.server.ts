import { Op, type Transaction, UniqueConstraintError } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { newToken } from "#app/lib/random.server.ts";
import { isReservedSlug, isSlug } from "#app/lib/slug.ts";
import { FormSlug, OptInForm } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";

/** How many slugs a workspace can reserve. Its oldest ones become free for others. */
const SLUGS_MAX = 20;
const NUMBERED_MAX = 5;

const sentences = messages.formSettings;

/**
 * Reserves a slug for a workspace, in the transaction that gives it to its form. Earlier ones stay reserved.
 * @throws {Conflict} `slug_taken`
 */
export async function claimSlug(
  { workspaceId, slug }: { workspaceId: string; slug: string },
  transaction: Transaction,
): Promise<void> {
  const taken = new Conflict("slug_taken", sentences.slugTaken, "slug");
  if (await OptInForm.findOne({ where: { slug, workspaceId: { [Op.ne]: workspaceId } }, transaction }))
    throw taken;
  try {
    await FormSlug.create({ slug, workspaceId, createdAt: new Date() }, { transaction });
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    const held = await FormSlug.findByPk(slug, { transaction });
    if (held?.workspaceId !== workspaceId) throw taken;
  }
  const oldest = await FormSlug.findAll({
    where: { workspaceId, slug: { [Op.ne]: slug } },
    order: [["createdAt", "DESC"]],
    offset: SLUGS_MAX - 1,
    limit: SLUGS_MAX,
    transaction,
  });
  if (oldest.length > 0)
    await FormSlug.destroy({ where: { workspaceId, slug: oldest.map((row) => row.slug) }, transaction });
}

/** Reserves the wanted slug, or one that begins with it. */
export async function claimSimilarSlug(
  { workspaceId, wanted }: { workspaceId: string; wanted: string },
  transaction: Transaction,
): Promise<string> {
  const numbered = Array.from({ length: NUMBERED_MAX - 1 }, (_, index) => `${wanted}-${index + 2}`);
  for (const slug of [wanted, ...numbered]) {
    if (isReservedSlug(slug)) continue;
    try {
      await claimSlug({ workspaceId, slug }, transaction);
      return slug;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
  const slug = `${wanted}-${newToken()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 6)}`;
  await claimSlug({ workspaceId, slug }, transaction);
  return slug;
}

export type SlugState = "free" | "own" | "taken" | "reserved" | "invalid";

/** Whether a workspace can choose a slug. Somebody else may still take it before it is saved. */
export async function checkSlug({
  workspaceId,
  slug,
}: {
  workspaceId: string;
  slug: string;
}): Promise<SlugState> {
  if (!isSlug(slug)) return "invalid";
  if (isReservedSlug(slug)) return "reserved";
  const [held, form] = await retryRead(() =>
    Promise.all([
      FormSlug.findByPk(slug),
      OptInForm.findOne({ where: { slug }, attributes: ["workspaceId"] }),
    ]),
  );
  const holder = form?.workspaceId ?? held?.workspaceId;
  if (holder === undefined) return "free";
  return holder === workspaceId ? "own" : "taken";
}

/** The form of the workspace that holds a slug, deleted and paused ones too; null for an unknown slug. */
export async function findFormBySlug(slug: string): Promise<OptInForm | null> {
  if (!isSlug(slug)) return null;
  return retryRead(async () => {
    const form = await OptInForm.findOne({ where: { slug } });
    if (form) return form;
    const held = await FormSlug.findByPk(slug);
    return held && OptInForm.findOne({ where: { workspaceId: held.workspaceId } });
  });
}
