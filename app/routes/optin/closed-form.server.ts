import { redirect } from "@remix-run/node";
import type { LoadContext } from "#app/http/load-context.ts";
import { isSlug } from "#app/lib/slug.ts";
import { paths } from "#app/paths.ts";
import { findClosedForm } from "#app/services/opt-in-forms/closed-forms.server.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

export type GonePage = {
  view: "gone";
  /** It is open and offers no platform: there is nothing to choose. */
  isNotReady?: boolean;
  ownerName: string | null;
  continueHref: string | null;
};

/** What the page of an open form shows until its owner has added a platform. */
export const notReadyPage = ({ page: { ownerName, redirectUrl } }: LiveForm): GonePage => ({
  ...{ view: "gone", isNotReady: true },
  ...{ ownerName, continueHref: redirectUrl },
});

/**
 * What the page shows where no form is open.
 * @throws {Response} a redirect to the form's new address, with the query that it was opened with, or to the
 *   same address in lower case, because phones capitalize what is typed
 */
export async function gonePage(slug: string, { search }: Pick<LoadContext, "search">): Promise<GonePage> {
  const lower = slug.toLowerCase();
  if (lower !== slug && isSlug(lower)) throw redirect(paths.optIn({ slug: lower }) + search);
  const closed = await findClosedForm(slug);
  if (closed?.movedTo) throw redirect(paths.optIn({ slug: closed.movedTo }) + search);
  return { view: "gone", ownerName: closed?.ownerName ?? null, continueHref: closed?.redirectUrl ?? null };
}
