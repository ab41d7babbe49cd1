import { retryRead } from "#app/database/connection.server.ts";
import { SpendMark } from "#app/models/index.server.ts";
import { listDependentDays } from "./dependent-days.server.ts";
import { workOutPart } from "./work-out-spend.server.ts";

type Place = { workspaceId: string; adPlatform: string };
/** How many days of a workspace are looked up at once. */
const DAYS_AT_ONCE = 400;

type Options = {
  /** Only these. */
  of?: Place;
  /** Is called between the parts. */
  keep?: () => Promise<void>;
};

/**
 * Works out what counts of the days that are marked.
 * @returns whether more are
 */
export async function workOutMarkedDays(
  isStopping: () => boolean = () => false,
  { of, keep }: Options = {},
): Promise<boolean> {
  const places = of ? [of] : await listMarkedPlaces();
  let failure: unknown;
  let hasMore = false;
  for (const { workspaceId, adPlatform } of places) {
    const place = { workspaceId, adPlatform };
    const marks = await SpendMark.findAll({
      where: place,
      order: [["day", "DESC"]],
      limit: DAYS_AT_ONCE,
      raw: true,
    });
    hasMore ||= marks.length === DAYS_AT_ONCE;
    try {
      const parts = await listDependentDays(
        place,
        marks.map(({ day }) => day),
      );
      for (const part of parts) {
        if (isStopping()) return true;
        await keep?.();
        await workOutPart(place, part, (transaction) =>
          SpendMark.destroy({ where: { ...place, day: [...part] }, transaction }),
        );
      }
    } catch (error) {
      // One that cannot be worked out must not keep the others waiting.
      failure = error;
    }
  }
  if (failure !== undefined) throw failure;
  return hasMore;
}

const listMarkedPlaces = (): Promise<Place[]> =>
  retryRead(() =>
    SpendMark.findAll({
      attributes: ["workspaceId", "adPlatform"],
      group: ["workspaceId", "adPlatform"],
      raw: true,
    }),
  );
