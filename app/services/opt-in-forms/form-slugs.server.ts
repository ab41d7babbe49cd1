import { LRUCache } from "lru-cache";
import { Op, type Transaction, UniqueConstraintError } from "sequelize";
import { onChange } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { readValues, someOf } from "#app/database/values.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { Conflict } from "#app/lib/errors.ts";
import { newToken } from "#app/lib/random.server.ts";
import { isReservedSlug, isSlug } from "#app/lib/slug.ts";
import { FormSlug, OptInForm } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";

/** How many slugs a form can reserve. Its oldest ones become free for others. */
const SLUGS_MAX = 20;
const NUMBERED_MAX = 5;

const sentences = messages.formSettings;

type SlugOwner = { workspaceId: string; formId: string };

/** What a deleted form has whose slug went to another one. Nobody is told it. */
export const deletedSlug = ({ id }: Pick<OptInForm, "id">): string => `deleted-${id}`;

/**
 * Reserves a slug for a form, in the transaction that gives it to it. Earlier ones stay reserved. One that another
 * form of the workspace had before, or has had until it was deleted, moves to this one.
 * @param isChosen whether the owner asked for it: otherwise the links of a form that is there stay its own
 * @throws {Conflict} `slug_taken`
 */
export async function claimSlug(
  { workspaceId, formId, slug, isChosen = true }: SlugOwner & { slug: string; isChosen?: boolean },
  transaction: Transaction,
): Promise<void> {
  const taken = new Conflict("slug_taken", sentences.slugTaken, "slug");
  const holder = await OptInForm.findOne({ where: { slug, id: { [Op.ne]: formId } }, transaction });
  if (holder && (holder.workspaceId !== workspaceId || holder.deletedAt === null)) throw taken;
  if (holder) await holder.update({ slug: deletedSlug(holder) }, { transaction });
  try {
    await FormSlug.create({ slug, workspaceId, formId, createdAt: new Date() }, { transaction });
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    const held = await FormSlug.findByPk(slug, { transaction });
    if (held?.workspaceId !== workspaceId) throw taken;
    if (held.formId !== formId) {
      const id = held.formId ?? "";
      if (!isChosen && (await OptInForm.count({ where: { id, deletedAt: null }, transaction })) > 0)
        throw taken;
      await held.update({ formId }, { transaction });
    }
  }
  const oldest = await FormSlug.findAll({
    where: { workspaceId, formId, slug: { [Op.ne]: slug } },
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
  { wanted, ...owner }: SlugOwner & { wanted: string },
  transaction: Transaction,
): Promise<string> {
  const numbered = Array.from({ length: NUMBERED_MAX - 1 }, (_, index) => `${wanted}-${index + 2}`);
  for (const slug of [wanted, ...numbered]) {
    if (isReservedSlug(slug)) continue;
    try {
      await claimSlug({ ...owner, slug, isChosen: false }, transaction);
      return slug;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
  const slug = `${wanted}-${newToken()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 6)}`;
  await claimSlug({ ...owner, slug }, transaction);
  return slug;
}

/** Deleted forms of a workspace whose slugs stay reserved. */
const DELETED_MAX = 20;

/** Frees the slugs of a workspace's deleted forms, except those that were deleted last. */
export async function freeOldSlugs(workspaceId: string, transaction: Transaction): Promise<void> {
  const oldest = await OptInForm.findAll({
    where: { workspaceId, deletedAt: { [Op.ne]: null } },
    attributes: ["id"],
    order: [["deletedAt", "DESC"]],
    offset: DELETED_MAX,
    limit: DELETED_MAX,
    transaction,
  });
  for (const form of oldest) await form.update({ slug: deletedSlug(form) }, { transaction });
  const formId = oldest.map(({ id }) => id);
  await FormSlug.destroy({ where: { workspaceId, formId }, transaction });
}

export type SlugState = "free" | "own" | "taken" | "reserved" | "invalid";

/** Whether a form can have a slug. Somebody else may still take it before it is saved. */
export async function checkSlug({
  workspaceId,
  formId,
  slug,
}: SlugOwner & { slug: string }): Promise<SlugState> {
  if (!isSlug(slug)) return "invalid";
  if (isReservedSlug(slug)) return "reserved";
  const [held, form] = await retryRead(() =>
    Promise.all([
      FormSlug.findByPk(slug),
      OptInForm.findOne({ where: { slug }, attributes: ["id", "workspaceId", "deletedAt"] }),
    ]),
  );
  const holder = form?.workspaceId ?? held?.workspaceId;
  if (holder === undefined) return "free";
  if (form && form.id !== formId && form.deletedAt === null) return "taken";
  return holder === workspaceId ? "own" : "taken";
}

const UNKNOWN_MAX = 5_000;
/** Slugs that no form has or had, apart from forms: whoever tries many pushes out only others of these. */
const unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX, ttl: 10 * SECOND });
/** How often they were forgotten: what is being read could be from before. */
let forgotten = 0;

onChange((topics) => {
  if (!topics.includes("forms")) return;
  forgotten += 1;
  unknown.clear();
});

/** Whether it is in memory that no form has or had a slug. */
export const wasFoundUnknown = (slug: string): boolean => !isSlug(slug) || unknown.has(slug);

/** Whether no form has or had a slug, for the price of one small query. */
export async function isUnknownSlug(slug: string): Promise<boolean> {
  if (wasFoundUnknown(slug)) return true;
  const before = forgotten;
  const { isHeld, wasHeld } = await retryRead(() =>
    readValues({ isHeld: someOf(OptInForm, { slug }), wasHeld: someOf(FormSlug, { slug }) }),
  );
  if (isHeld || wasHeld) return false;
  if (forgotten === before) unknown.set(slug, true);
  return true;
}

/** The form that has or had a slug, deleted and paused ones too; null for an unknown slug. */
export async function findFormBySlug(slug: string): Promise<OptInForm | null> {
  if (wasFoundUnknown(slug)) return null;
  return retryRead(async () => {
    const form = await OptInForm.findOne({ where: { slug } });
    if (form) return form;
    const held = await FormSlug.findByPk(slug);
    if (!held) return null;
    const { workspaceId, formId } = held;
    return OptInForm.findOne({ where: { workspaceId, ...(formId === null ? {} : { id: formId }) } });
  });
}
