import { Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { viewsBy } from "#app/database/queries/statistics.server.ts";
import { readValues, rowsOf } from "#app/database/values.server.ts";
import { DAY, dayIn } from "#app/lib/dates.ts";
import { NotFound } from "#app/lib/errors.ts";
import { NamedLink, OptInForm, type Workspace } from "#app/models/index.server.ts";
import { LINK_NAME_MAX } from "#app/schemas/shared/limits.ts";
import { claimsBy, findCountedDays, type Part } from "#app/services/counting/count-parts.server.ts";

type LinkCounts = { views: number } & Pick<Part, "submissions" | "decided" | "verified" | "waiting">;
/** A link with the address of its form, and what came by it. */
export type CountedLink = { link: NamedLink; slug: string; isFormDeleted: boolean; counts: LinkCounts };

type Owner = Pick<Workspace, "id" | "timeZone">;
type LinkFilter = { formId?: string | undefined; isArchived?: boolean };

/** The links of a workspace's forms, those with the most claims first. */
export async function listLinks(
  workspace: Owner,
  { formId, isArchived = false }: LinkFilter = {},
): Promise<CountedLink[]> {
  const where = {
    workspaceId: workspace.id,
    archivedAt: isArchived ? { [Op.ne]: null } : null,
    ...(formId === undefined ? {} : { formId }),
  };
  const links = await countLinks(workspace, await findWithForm(where, { deletedAt: null }));
  return links.sort(
    (a, b) =>
      b.counts.submissions - a.counts.submissions ||
      b.counts.views - a.counts.views ||
      b.link.createdAt.getTime() - a.link.createdAt.getTime(),
  );
}

export const countArchivedLinks = (workspaceId: string, formId: string): Promise<number> =>
  retryRead(() => NamedLink.count({ where: { workspaceId, formId, archivedAt: { [Op.ne]: null } } }));

/** @throws {NotFound} */
export async function getLink(workspace: Owner, linkId: string): Promise<CountedLink> {
  const [counted] = await countLinks(
    workspace,
    await findWithForm({ workspaceId: workspace.id, id: linkId }),
  );
  if (!counted) throw new NotFound("Link");
  return counted;
}

/** Those of a deleted form are in no list. */
const findWithForm = (where: WhereOptions<NamedLink>, ofForm: WhereOptions<OptInForm> = {}) =>
  retryRead(() =>
    NamedLink.findAll({
      where,
      include: [
        { model: OptInForm, as: "form", attributes: ["slug", "deletedAt"], where: ofForm, required: true },
      ],
    }),
  );

async function countLinks({ id: workspaceId, timeZone }: Owner, links: NamedLink[]): Promise<CountedLink[]> {
  if (links.length === 0) return [];
  const oldest = Math.min(...links.map(({ createdAt }) => createdAt.getTime()));
  // A day earlier, because the workspace may have moved to another time zone.
  const days = { from: dayIn(timeZone, new Date(oldest - DAY)), to: dayIn(timeZone, new Date()) };
  const [claims, views] = await Promise.all([
    claimsBy("link", await findCountedDays({ workspaceId, days }), PARTS_MAX),
    retryRead(() => viewsBy("link", { workspaceId, days })),
  ]);
  const byId = new Map(claims.map((part) => [part.value, part]));
  return links.map((link) => ({
    link,
    slug: link.form?.slug ?? "",
    isFormDeleted: link.form?.deletedAt !== null,
    counts: { ...NONE, ...byId.get(link.id), views: views.get(link.id) ?? 0 },
  }));
}

const NONE = { submissions: 0, decided: 0, verified: 0, waiting: 0 };
/** Archived links have counts too. */
const PARTS_MAX = 10_000;

/** What a filter of claims can choose: the links of a workspace and one that is archived. */
export async function listLinkNames(
  workspaceId: string,
  chosen: string | undefined,
): Promise<Pick<NamedLink, "id" | "name" | "label">[]> {
  const { links } = await retryRead(() =>
    readValues({
      links: rowsOf(NamedLink, {
        where: {
          workspaceId,
          [Op.or]: [
            { archivedAt: null },
            ...(chosen === undefined ? [] : [{ id: chosen }, { name: chosen }]),
          ],
        },
        attributes: ["id", "name", "label"],
      }),
    }),
  );
  return links.sort((a, b) => a.label.localeCompare(b.label, "en"));
}

/** The ids that a filter means: a link's own, or those of the links that have a name. */
export async function findLinkIds(workspaceId: string, idOrName: string): Promise<string[]> {
  if (idOrName.length > LINK_NAME_MAX) return [idOrName];
  const where = { workspaceId, name: idOrName };
  return (await retryRead(() => NamedLink.findAll({ where, attributes: ["id"], raw: true }))).map(
    ({ id }) => id,
  );
}
