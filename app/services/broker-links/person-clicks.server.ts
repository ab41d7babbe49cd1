import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { BrokerLink, LinkClick, type Submission } from "#app/models/index.server.ts";

/** A click on a broker link, with what led there. */
type ExportedClick = NonNullable<Submission["linkClicks"]>[number];
type Claim = Pick<Submission, "id" | "workspaceId" | "visitId">;

/** The clicks of the visits of claims, by the claim's id. */
export async function listClicksOfClaims(
  workspaceId: string,
  claims: readonly Claim[],
): Promise<Map<string, ExportedClick[]>> {
  const visitId = claims.flatMap((claim) => claim.visitId ?? []);
  if (visitId.length === 0) return new Map();
  const clicks = await retryRead(() =>
    LinkClick.findAll({ where: { workspaceId, visitId }, order: [["createdAt", "ASC"]], raw: true }),
  );
  const links = await retryRead(() =>
    BrokerLink.findAll({
      where: { workspaceId, id: [...new Set(clicks.map(({ linkId }) => linkId))] },
      attributes: ["id", "name"],
      raw: true,
    }),
  );
  const names = new Map(links.map(({ id, name }) => [id, name]));
  const byVisit = groupBy(clicks, (click) => click.visitId);
  return new Map(
    claims.map((claim) => [
      claim.id,
      (byVisit.get(claim.visitId) ?? []).map(({ id, createdAt, linkId, arrival }) => ({
        id,
        at: new Date(createdAt).toISOString(),
        link: names.get(linkId) ?? "",
        arrival: arrival === null ? null : (JSON.parse(arrival) as unknown),
      })),
    ]),
  );
}

/** The ids of the clicks of a claim's visit. */
export async function listClickIdsOfVisit(
  { workspaceId, visitId }: Claim,
  transaction: Transaction,
): Promise<string[]> {
  if (visitId === null) return [];
  const where = { workspaceId, visitId };
  const clicks = await LinkClick.findAll({ where, attributes: ["id"], raw: true, transaction });
  return clicks.map(({ id }) => id);
}

/** Deletes the clicks of an erased claim's visit, with what brokers said of them. */
export async function eraseClicks({ workspaceId, visitId }: Claim, transaction: Transaction): Promise<void> {
  if (visitId !== null) await LinkClick.destroy({ where: { workspaceId, visitId }, transaction });
}
