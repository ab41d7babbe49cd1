import { fn, literal, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { formatAmount } from "#app/lib/money.ts";
import { Submission, type Workspace } from "#app/models/index.server.ts";
import type { BulkPlan } from "#app/schemas/bulk.ts";
import { usableWindow } from "#app/services/ad-platforms/delivery-window.ts";
import { findWindows } from "#app/services/ad-platforms/find-windows.server.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { findFormSettings } from "#app/services/deliveries/event-settings.server.ts";
import { foreseeEvents, type Prospect } from "#app/services/deliveries/foresee-events.server.ts";
import { sumAmounts } from "#app/services/submissions/sum-submissions.server.ts";
import { type BulkSelection, changedFrom, toSelectionWhere } from "./bulk-selection.server.ts";

/** Submissions that are the same for the plan. */
type Group = Pick<Submission, "status" | "formId" | "action" | "consentVersion"> & {
  isWithdrawn: number;
  isSharingEnded: number;
  hasAmount: number;
  /** In how many of the connected windows they still are, the shortest window last. */
  openWindows: number;
  count: number;
};

/** What deciding the selected submissions would do. Changes nothing. */
export async function planBulk({
  workspace,
  selection,
  status,
}: {
  workspace: Pick<Workspace, "id" | "timeZone">;
  selection: BulkSelection;
  status: SubmissionStatus;
}): Promise<BulkPlan> {
  const where = await toSelectionWhere(workspace, selection);
  // The widest window first: whoever is in a window is in all before it.
  const windows = (await retryRead(() => findWindows(workspace.id))).sort((a, b) => b.ms - a.ms);
  const groups = await countGroups(
    where,
    windows.map(({ ms }) => ms),
  );
  const formIds = [...new Set(groups.map(({ formId }) => formId))];
  const forms = await retryRead(() => findFormSettings({ workspaceId: workspace.id, formIds }));
  const { parts, unlikely } = await sumAmounts({ [Op.and]: [where, changing(status)] });
  const count = (matches: (group: Group) => boolean) =>
    groups.filter(matches).reduce((sum, group) => sum + Number(group.count), 0);
  const isRefused = (group: Group) => Number(group.isWithdrawn) === 1 && group.status !== "handled";
  const changes = (group: Group) => group.status === changedFrom(status) && !isRefused(group);
  const foresee = (submission: Group): Prospect[] =>
    foreseeEvents({
      submission,
      isSharingEnded: Number(submission.isSharingEnded) === 1,
      hasAmount: Number(submission.hasAmount) === 1,
      form: forms.get(submission.formId) ?? null,
      windows: windows.map(({ adPlatform }, index) => ({
        adPlatform,
        isOpen: Number(submission.openWindows) > index,
      })),
    });
  const countFor = (matches: (prospects: Prospect[]) => boolean) =>
    status === "handled" ? count((group) => changes(group) && matches(foresee(group))) : 0;
  const isSent = (prospects: Prospect[]) => prospects.includes("sent");
  const found = count(() => true);
  const total = selection.ids ? new Set(selection.ids).size : found;
  return {
    total,
    wouldChange: count(changes),
    wouldSend: countFor(isSent),
    expired: countFor((prospects) => !isSent(prospects) && prospects.includes("expired")),
    adPlatforms: windows.map(({ adPlatform }, index) => {
      const countAs = (prospect: Prospect) => countFor((prospects) => prospects[index] === prospect);
      return {
        id: adPlatform,
        name: adPlatformName(adPlatform),
        wouldSend: countAs("sent"),
        expired: countAs("expired"),
        notCovered: countAs("not_covered"),
        skipped: countAs("skipped"),
      };
    }),
    alreadySent: count((group) => group.status === "handled"),
    alreadyDecided: count((group) => group.status !== "handled" && !changes(group) && !isRefused(group)),
    refused: count(isRefused),
    unknown: total - found,
    sum: parts.map(({ amount, currency }) => ({ amount: formatAmount(amount, currency), currency })),
    unlikely,
  };
}

const changing = (status: SubmissionStatus): WhereOptions => ({
  status: changedFrom(status),
  withdrawnAt: null,
  erasedAt: null,
});

async function countGroups(where: WhereOptions, windowsMs: number[]): Promise<Group[]> {
  const now = Date.now();
  const isInside = windowsMs.map(
    (ms) => `CASE WHEN createdAt > ${escapeValue(new Date(now - usableWindow(ms)))} THEN 1 ELSE 0 END`,
  );
  const rows = await retryRead(() =>
    Submission.findAll({
      where,
      attributes: [
        "status",
        ...(["formId", "action", "consentVersion"] as const),
        [literal("withdrawnAt IS NOT NULL OR erasedAt IS NOT NULL"), "isWithdrawn"],
        [literal("sharingEndedAt IS NOT NULL"), "isSharingEnded"],
        [literal("amount IS NOT NULL"), "hasAmount"],
        [literal(isInside.join(" + ") || "0"), "openWindows"],
        [fn("COUNT", literal("*")), "count"],
      ],
      group: [
        "status",
        "formId",
        "action",
        "consentVersion",
        "isWithdrawn",
        "isSharingEnded",
        "hasAmount",
        "openWindows",
      ],
      raw: true,
    }),
  );
  return rows as unknown as Group[];
}
