import { z } from "zod";
import type { DoorLanguage } from "#app/components/telegram/door-fields.tsx";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { LANGUAGE_CODES, type Language } from "#app/lib/languages.ts";
import { presentDoor, presentDueEntry } from "#app/presenters/telegram-door.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { paging } from "#app/schemas/shared/query.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";
import { findBot } from "#app/services/telegram/bots/find-bot.server.ts";
import { listDueEntries } from "#app/services/telegram/doors/decide-entry.server.ts";
import { listFormLanguages } from "#app/services/telegram/doors/form-languages.server.ts";
import { listDoors } from "#app/services/telegram/doors/manage-doors.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const DoorsQuery = z.object({ page: paging.page });
/** Each has its buttons: on a phone more are too long a page. */
const PEOPLE_PER_PAGE = 10;

export async function loadDoorsPage({ workspace, role }: Member, searchParams: URLSearchParams) {
  const { valid, ignored } = validFilters(DoorsQuery, { page: "Page" }, searchParams);
  const { page: asked } = DoorsQuery.parse(valid);
  const [bot, counted, platforms, languages] = await Promise.all([
    findBot(workspace.id),
    listDoors(workspace.id),
    findPlatformNames(workspace.id),
    listFormLanguages(workspace.id),
  ]);
  const doors = counted.map(presentDoor);
  const total = doors.reduce((sum, { due }) => sum + due, 0);
  const pages = Math.max(1, Math.ceil(total / PEOPLE_PER_PAGE));
  const shown = { page: Math.min(asked, pages), limit: PEOPLE_PER_PAGE };
  const due = total === 0 ? [] : await listDueEntries(workspace.id, shown);
  return {
    ignored,
    hasBot: bot !== null,
    doors,
    people: due.map(presentDueEntry),
    pagination: { total, pages, ...shown },
    platforms,
    languages: toDoorLanguages(languages),
    isOwner: isAllowed(role, "workspace:write"),
    mayDecide: isAllowed(role, "doors:decide"),
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
}

/** Those of the forms, then others in which the door has a text. */
export const toDoorLanguages = (
  ofForms: readonly Language[],
  texts: Readonly<Record<string, string>> = {},
): DoorLanguage[] =>
  [...ofForms, ...LANGUAGE_CODES.filter((code) => !ofForms.includes(code) && texts[code])].map(
    (language) => ({ language, neutral: textsIn(language).chat.door.open }),
  );
