import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { isShownEvidence } from "#app/database/queries/shown-evidence.server.ts";
import { formatChangeCursor, type parseChangeCursor } from "#app/lib/change-cursor.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import type { EvidenceGroup, EvidenceSource } from "#app/lib/evidence.ts";
import { Evidence, type Workspace } from "#app/models/index.server.ts";

const PAGE = 100;

type Query = {
  platformId?: string | undefined;
  source?: EvidenceSource | undefined;
  group?: EvidenceGroup | undefined;
  from?: string;
  to?: string;
  cursor?: NonNullable<ReturnType<typeof parseChangeCursor>> | undefined;
};

/** What brokers say of a workspace's claims, and of clients without one, the newest first. */
export async function listEvidence(
  { id: workspaceId, timeZone }: Pick<Workspace, "id" | "timeZone">,
  { platformId, source, group, cursor, ...range }: Query,
): Promise<{ found: Evidence[]; nextCursor: string | null }> {
  const { from, before } = readDateRange(timeZone, range);
  const place = cursor?.place;
  const isAfter = place && {
    [Op.or]: [{ receivedAt: { [Op.lt]: place.at } }, { receivedAt: place.at, id: { [Op.lt]: place.id } }],
  };
  const found = await retryRead(() =>
    Evidence.findAll({
      where: {
        workspaceId,
        ...(platformId ? { platformId } : {}),
        ...(source ? { source } : {}),
        ...(group ? { evidenceGroup: group } : {}),
        [Op.and]: [
          ...(from ? [{ receivedAt: { [Op.gte]: from } }] : []),
          ...(before ? [{ receivedAt: { [Op.lt]: before } }] : []),
          ...(isAfter ? [isAfter] : []),
          isShownEvidence(),
        ],
      },
      order: [
        ["receivedAt", "DESC"],
        ["id", "DESC"],
      ],
      limit: PAGE,
    }),
  );
  const last = found.length === PAGE ? found.at(-1) : undefined;
  const nextCursor =
    last === undefined
      ? null
      : formatChangeCursor({ place: { at: last.receivedAt, id: last.id }, againFrom: null });
  return { found, nextCursor };
}
