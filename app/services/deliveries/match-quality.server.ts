import { col, fn, Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Connection, Delivery, OptInForm, type Submission } from "#app/models/index.server.ts";
import type { MatchHistory, MatchResponse } from "#app/schemas/match-quality.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { warnOfFinancialDetails } from "#app/services/ad-platforms/shared/financial-details.ts";
import {
  adviceFor,
  estimateMatch,
  type MatchEstimate,
  type MatchKey,
} from "#app/services/ad-platforms/shared/match-quality.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";
import { findFormSettings, reasonToExclude } from "./event-settings.server.ts";
import type { AttemptResult } from "./send-event.server.ts";
import { toConversion } from "./to-conversion.server.ts";

/** Estimates how well each connected ad platform can match a submission, from the event to be sent. */
export async function estimateMatches(submission: Submission): Promise<MatchResponse[]> {
  const { workspaceId, formId, consentVersion } = submission;
  const [form, settings, connections, brokers] = await retryRead(() =>
    Promise.all([
      OptInForm.findOne({ where: { id: formId, workspaceId } }),
      findFormSettings({ workspaceId, formIds: [formId] }),
      Connection.findAll({
        where: { workspaceId },
        attributes: ["adPlatform"],
        order: [["adPlatform", "ASC"]],
      }),
      findPlatformNames(workspaceId),
    ]),
  );
  const names = brokers.map(({ name }) => name);
  return connections
    .filter(
      ({ adPlatform }) =>
        !reasonToExclude({ adPlatform, consentVersion, form: settings.get(formId) ?? null }),
    )
    .map(({ adPlatform }) => {
      const platform = adPlatforms.get(adPlatform);
      const event = buildEvent(submission, adPlatform, form);
      const { score, gap } = estimateMatch(platform.matchKeys, event);
      return {
        platform: platform.id,
        platformName: platform.name,
        score,
        warning: platform.restrictsFinancialDetails
          ? warnOfFinancialDetails(event, names, platform.name)
          : null,
        advice: gap && adviceFor(gap),
      };
    });
}

/** The estimate of an event that was sent, which its delivery keeps. */
export const toMatchEstimate = (
  { adPlatform }: Pick<Delivery, "adPlatform">,
  { event }: AttemptResult,
): MatchEstimate | null => event && estimateMatch(adPlatforms.get(adPlatform).matchKeys, event);

const buildEvent = (submission: Submission, adPlatform: string, form: OptInForm | null) =>
  adPlatforms
    .get(adPlatform)
    .buildEvent(
      toConversion({ eventId: submission.id, adPlatform, createdAt: new Date() }, submission, form),
    );

type Place = { workspaceId: string; adPlatform: string };

/** The first warning about financial details in the names and addresses of these submissions' events. */
export async function findWarning(
  { workspaceId, adPlatform }: Place,
  submissions: Submission[],
): Promise<string | null> {
  const [forms, brokers] = await retryRead(() =>
    Promise.all([OptInForm.findAll({ where: { workspaceId } }), findPlatformNames(workspaceId)]),
  );
  const names = brokers.map(({ name }) => name);
  for (const submission of submissions) {
    const form = forms.find(({ id }) => id === submission.formId) ?? null;
    const event = buildEvent(submission, adPlatform, form);
    const warning = warnOfFinancialDetails(event, names, adPlatforms.get(adPlatform).name);
    if (warning) return warning;
  }
  return null;
}

const WEEKS = 4;

type ScoreAverage = { score: number | null; count: number };
type GapCount = { gap: MatchKey | null; count: number };

/** The estimates of a platform's events by week, the newest last, with what would raise most of them. */
export async function findMatchHistory({ workspaceId, adPlatform }: Place, now: Date): Promise<MatchHistory> {
  const before = (weeks: number) => new Date(now.getTime() - weeks * 7 * DAY);
  const since = (from: Date, to: Date) => ({
    workspaceId,
    adPlatform,
    matchScore: { [Op.ne]: null },
    [Op.and]: [{ createdAt: { [Op.gt]: from } }, { createdAt: { [Op.lte]: to } }],
  });
  const readAverage = (weeksAgo: number) =>
    Delivery.findAll({
      where: since(before(weeksAgo + 1), before(weeksAgo)),
      attributes: [
        [fn("AVG", col("matchScore")), "score"],
        [fn("COUNT", col("id")), "count"],
      ],
      raw: true,
    }) as unknown as Promise<ScoreAverage[]>;
  const gaps = Delivery.findAll({
    where: since(before(WEEKS), now),
    attributes: [
      ["matchGap", "gap"],
      [fn("COUNT", col("id")), "count"],
    ],
    group: ["matchGap"],
    raw: true,
  }) as unknown as Promise<GapCount[]>;
  const weeksAgo = Array.from({ length: WEEKS }, (_, index) => WEEKS - 1 - index);
  const [averages, counted] = await retryRead(() =>
    Promise.all([Promise.all(weeksAgo.map(readAverage)), gaps]),
  );
  return {
    weeks: weeksAgo.map((ago, index) => {
      const { score, count } = averages[index]?.[0] ?? { score: null, count: 0 };
      return {
        from: before(ago + 1).toISOString(),
        score: score === null ? null : Math.round(Number(score)),
        count: Number(count),
      };
    }),
    advice: findAdvice(adPlatform, counted),
  };
}

/** The missing key that lowers the score most, by frequency and weight. */
function findAdvice(adPlatform: string, counted: GapCount[]): string | null {
  const { matchKeys } = adPlatforms.get(adPlatform);
  const lost = ({ gap, count }: GapCount) =>
    Number(count) * (matchKeys.find(({ key }) => key === gap)?.weight ?? 0);
  const [worst] = counted.filter(({ gap }) => gap !== null).sort((one, other) => lost(other) - lost(one));
  return worst?.gap ? adviceFor(worst.gap) : null;
}
