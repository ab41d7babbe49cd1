import { parse } from "cookie";
import { asksForPrivacy, joinVisit } from "#app/http/cookies/visit.server.ts";
import { isFetchedAhead, isRobot } from "#app/http/page-view.server.ts";
import { AD_COOKIES } from "#app/lib/ad-platforms.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import type { Language } from "#app/lib/languages.ts";
import { getKeys } from "#app/lib/objects.ts";
import { addressKey, countInWindow } from "#app/lib/rate-limiter.server.ts";
import { AD_COOKIE_MAX } from "#app/schemas/shared/limits.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { createStart } from "#app/services/telegram/starts/create-start.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";
import { readVisitorCountry } from "./visitor-country.server.ts";

/** Of one address. All are led on; more than people press are led on without their visit. */
const STARTS_A_MINUTE = 60;
/** A longer query says nothing of use. */
const SEARCH_MAX = 8 * 1024;

type GetHeader = (name: string) => string | null | undefined;

/** Whether somebody presses the link: no prefetch, preview or robot, and no page that only reads it. */
export const isPressed = (method: string, header: GetHeader): boolean =>
  method === "POST" ||
  (method === "GET" &&
    (header("sec-fetch-mode") ?? "navigate") === "navigate" &&
    !isFetchedAhead(header) &&
    !isRobot(header("user-agent") ?? ""));

type Press = {
  form: LiveForm & { bot: { username: string } };
  /** What the address has in place of the form. */
  link: string;
  /** The query as it was sent, with its `?`, or empty. */
  search: string;
  header: GetHeader;
  clientAddress: string;
  isFromTrustedProxy: boolean;
  language: Language;
  /** The claim whose private link was pressed. */
  submissionId?: string;
};

/** Leads a visit on to the bot: the address carries a token of the visit. */
export async function leadToBot(press: Press): Promise<{ location: string; cookies: string[] }> {
  const { form, link, header, clientAddress, language, submissionId } = press;
  const { linkUrl } = telegramVariables;
  const bot = `${linkUrl}/${form.bot.username}`;
  const search = press.search.length > SEARCH_MAX ? "" : press.search || searchOfForm(form, header);
  const { visitId, clicks, cookies } = joinVisit(form, { search, header });
  const window = { name: "telegram-starts", seconds: MINUTE / SECOND, key: addressKey(clientAddress) };
  const count = await countInWindow(window).catch(() => 0);
  if (count > STARTS_A_MINUTE && submissionId === undefined) return { location: bot, cookies };
  const token = await createStart({
    form,
    link,
    language,
    visit: {
      entry: {
        workspace: form.visitKey,
        days: form.clickDays,
        visits: clicks,
        ...(visitId === null ? {} : { id: visitId }),
      },
      cookies: asksForPrivacy(header) ? {} : readAdCookies(header),
      country: press.isFromTrustedProxy ? readVisitorCountry(header) : null,
    },
    ...(submissionId === undefined ? {} : { submissionId }),
  });
  return { location: `${bot}?start=${token}`, cookies };
}

/** The query of the form's page that has the link, for a browser that keeps no cookies. */
function searchOfForm({ page: { slug } }: LiveForm, header: GetHeader): string {
  const referrer = header("referer") ?? "";
  if (!URL.canParse(referrer)) return "";
  const { host, pathname, search } = new URL(referrer);
  return host === header("host") && pathname === `/optin/${slug}` ? search : "";
}

function readAdCookies(header: GetHeader): Record<string, string> {
  const cookies = parse(header("cookie") ?? "");
  return Object.fromEntries(
    getKeys(AD_COOKIES).flatMap((column) => {
      const value = cookies[AD_COOKIES[column]];
      return value && value.length <= AD_COOKIE_MAX[column] ? [[AD_COOKIES[column], value]] : [];
    }),
  );
}
