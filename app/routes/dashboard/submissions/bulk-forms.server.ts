import { data, redirect } from "@remix-run/node";
import type { PlannedBulk } from "#app/components/submissions/bulk-plan.tsx";
import { assertAllowed } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import type { FormHandlers } from "#app/http/forms/handle-form.server.ts";
import { withQuery } from "#app/lib/query-string.ts";
import type { Workspace } from "#app/models/index.server.ts";
import { RESULT } from "#app/paths.ts";
import type { SubmissionForm } from "#app/schemas/submission-forms.ts";
import { hasReasonText, REASON_TEXT_MISSING } from "#app/schemas/submissions.ts";
import { dismissJob } from "#app/services/bulk/bulk-jobs.server.ts";
import type { BulkSelection } from "#app/services/bulk/bulk-selection.server.ts";
import { decideSelection } from "#app/services/bulk/decide-selection.server.ts";
import { planBulk } from "#app/services/bulk/plan-bulk.server.ts";
import { undoBulk } from "#app/services/bulk/undo-bulk.server.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";
import { bulkFlash, undoFlash } from "./bulk-flash.server.ts";
import { assertFilterIds, readSubmissionsQuery } from "./read-query.server.ts";
import type { ListForms } from "./submission-forms.server.ts";

type SelectionChoice = Pick<PlannedBulk, "ids" | "allMatching" | "status"> & { until: Date };

/** Decides many claims: first what would happen, then the decision, and its undo. */
export function bulkForms({ member, search, back }: ListForms) {
  const { access, workspace } = member;
  const plan = async (chosen: SelectionChoice, selection: BulkSelection): Promise<PlannedBulk> => {
    const { status, until } = chosen;
    const planned = await planBulk({ workspace, selection: { ...selection, until }, status });
    return { ...chosen, plan: planned, until: until.toISOString() };
  };
  return {
    "bulk-plan": {
      async onValid({ ids, allMatching, status }) {
        assertAllowed(member, "submissions:write");
        const selection = await readSelection(workspace, { ids, allMatching }, search);
        if (!selection) return nothingSelected(back);
        return data({ bulk: await plan({ ids, allMatching, status, until: new Date() }, selection) });
      },
    },
    bulk: {
      async onValid({ intent: _, ids, allMatching, until, ...decision }) {
        assertAllowed(member, "submissions:write");
        const selection = await readSelection(workspace, { ids, allMatching }, search);
        if (!selection) return nothingSelected(back);
        if (!hasReasonText(decision)) {
          const again = {
            ids,
            allMatching,
            status: decision.status,
            until: until ? new Date(until) : new Date(),
          };
          const refused = { ...decision, error: REASON_TEXT_MISSING };
          return data({ bulk: { ...(await plan(again, selection)), refused } }, { status: 400 });
        }
        const asPlanned = until ? { ...selection, until: new Date(until) } : selection;
        const result = await decideSelection({ access, workspace, selection: asPlanned, decision });
        return redirectWithFlash(toResult(back), bulkFlash(result, decision.status));
      },
    },
    "undo-bulk": {
      async onValid({ jobId, tab }) {
        assertAllowed(member, "submissions:write");
        return redirectWithFlash(toResult(back), undoFlash(await undoBulk({ access, jobId, tab })));
      },
    },
    "dismiss-job": {
      async onValid({ jobId }) {
        assertAllowed(member, "submissions:write");
        await dismissJob({ access, jobId });
        return redirect(back, { status: 303 });
      },
    },
  } satisfies Partial<FormHandlers<SubmissionForm>>;
}

/** The list with the result, which the next navigation leaves behind. */
function toResult(back: string): string {
  const { pathname, search } = new URL(back, "http://list");
  return pathname + withQuery(search, { [RESULT]: "shown" });
}

/** The selected claims: by id, or all that the filters of the address match; null for none. */
async function readSelection(
  workspace: Workspace,
  { ids, allMatching }: { ids: string[]; allMatching: boolean },
  search: string,
): Promise<BulkSelection | null> {
  if (!allMatching) return ids.length > 0 ? { ids } : null;
  const platforms = await findPlatformNames(workspace.id);
  const searchParams = new URLSearchParams(search);
  assertFilterIds(searchParams);
  const { query } = await readSubmissionsQuery(searchParams, workspace, platforms);
  const { page: _page, limit: _limit, sort: _sort, ...filter } = query;
  return { filter };
}

const nothingSelected = (back: string) =>
  redirectWithFlash(back, { kind: "error", message: "Select at least one claim first." });
