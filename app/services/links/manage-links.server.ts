import { type Transaction, UniqueConstraintError } from "sequelize";
import { deleteViews } from "#app/database/queries/totals.server.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { toHyphenated } from "#app/lib/slug.ts";
import { NamedLink, OptInForm, Submission } from "#app/models/index.server.ts";
import type { LinkChange, LinkInput } from "#app/schemas/links.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { LINK_NAME_MAX, LINKS_MAX } from "#app/schemas/shared/limits.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";

/**
 * Creates a link to a form.
 * @throws {NotFound} no such form · {Invalid} a label that no name can be made of
 * @throws {Conflict} `name_taken`, `too_many_links`
 */
export function createLink({
  access,
  formId,
  input: { label, name = toHyphenated(label, LINK_NAME_MAX), source, medium, campaign },
}: {
  access: Access;
  formId: string;
  input: Omit<LinkInput, "formId">;
}): Promise<NamedLink> {
  if (name === "") throw new Invalid([{ field: "name", message: messages.links.nameMissing }]);
  return changeWorkspace(access, "settings:write", async ({ id: workspaceId }, transaction) => {
    const where = { id: formId, workspaceId, deletedAt: null };
    if ((await OptInForm.count({ where, transaction })) === 0) throw new NotFound("Form");
    await assertRoom(workspaceId, transaction);
    const tags = { source: source ?? null, medium: medium ?? null, campaign: campaign ?? null };
    return NamedLink.create(
      { workspaceId, formId, name, label, ...tags, createdAt: new Date() },
      { transaction },
    );
  }).catch((error: unknown) => {
    throw error instanceof UniqueConstraintError
      ? new Conflict("name_taken", messages.links.nameTaken, "name")
      : error;
  });
}

async function assertRoom(workspaceId: string, transaction: Transaction): Promise<void> {
  // Those of a deleted form are in no list, so nobody could make room.
  const ofForm = { model: OptInForm, as: "form", where: { deletedAt: null } };
  const where = { workspaceId, archivedAt: null };
  if ((await NamedLink.count({ where, include: ofForm, transaction })) >= LINKS_MAX)
    throw new Conflict("too_many_links", messages.links.tooMany);
}

/**
 * Renames a link, archives or restores it.
 * @throws {NotFound} · {Conflict} `too_many_links`
 */
export function updateLink({
  access,
  linkId,
  input: { label, isArchived },
}: {
  access: Access;
  linkId: string;
  input: LinkChange;
}): Promise<NamedLink> {
  return changeLink(access, linkId, async (link, transaction) => {
    if (isArchived === false && link.archivedAt) await assertRoom(link.workspaceId, transaction);
    const archivedAt = isArchived ? (link.archivedAt ?? new Date()) : null;
    return link.update(
      { ...(label === undefined ? {} : { label }), ...(isArchived === undefined ? {} : { archivedAt }) },
      { transaction },
    );
  });
}

/** Deletes a link; one with claims is archived. @throws {NotFound} */
export function deleteLink({
  access,
  linkId,
}: {
  access: Access;
  linkId: string;
}): Promise<"deleted" | "archived"> {
  return changeLink(access, linkId, async (link, transaction) => {
    const { workspaceId, archivedAt } = link;
    if (await Submission.findOne({ where: { workspaceId, linkId }, attributes: ["id"], transaction })) {
      await link.update({ archivedAt: archivedAt ?? new Date() }, { transaction });
      return "archived";
    }
    await link.destroy({ transaction });
    await deleteViews({ workspaceId, kind: "link", value: linkId }, transaction);
    return "deleted";
  });
}

function changeLink<T>(
  access: Access,
  linkId: string,
  work: (link: NamedLink, transaction: Transaction) => Promise<T>,
): Promise<T> {
  return changeWorkspace(access, "settings:write", async ({ id: workspaceId }, transaction) => {
    const link = await NamedLink.findOne({ where: { id: linkId, workspaceId }, transaction });
    if (!link) throw new NotFound("Link");
    return work(link, transaction);
  });
}
