import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { adviseOnMacro } from "#app/lib/link-macros.ts";
import { Submission } from "#app/models/index.server.ts";
import { readUnreplacedMacros, type UnreplacedMacro } from "./link-parameters.ts";

const READ_MAX = 200;
const SHOWN_MAX = 5;

/** A placeholder that ad platforms left in links, with how to mend it. */
export type LinkMistake = UnreplacedMacro & { advice: string };

/** Those of the links that led to the latest claims of a form in a week, the newest first. */
export async function findLinkMistakes(
  { workspaceId, formId }: { workspaceId: string; formId: string },
  now = new Date(),
): Promise<LinkMistake[]> {
  const claims = await retryRead(() =>
    Submission.findAll({
      where: { workspaceId, formId, createdAt: { [Op.gt]: new Date(now.getTime() - 7 * DAY) } },
      attributes: ["pageUrl"],
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
      limit: READ_MAX,
      raw: true,
    }),
  );
  const found = claims.flatMap(({ pageUrl }) => readUnreplacedMacros(pageUrl));
  const distinct = new Map(found.map((one) => [`${one.parameter}=${one.macro}`, one]));
  return [...distinct.values()]
    .slice(0, SHOWN_MAX)
    .map((one) => ({ ...one, advice: adviseOnMacro(one.macro) }));
}
