import Decimal from "decimal.js-light";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { getKeys } from "#app/lib/objects.ts";
import { filterLabels } from "#app/lib/submission-filters.ts";
import type { Workspace } from "#app/models/index.server.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import { FilterIds, SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { listFormNames } from "#app/services/opt-in-forms/form-names.server.ts";
import type { NamedPlatform } from "#app/services/platforms/platform-names.server.ts";

/** A filter without a name would be no part of an address. */
const labels: Record<keyof SubmissionsQuery, string> = filterLabels;
const names = getKeys(labels);
/** What only says how the list is shown. */
const display: readonly string[] = ["page", "limit", "sort"];
const filters = names.filter((name) => !display.includes(name));

/**
 * For what decides or exports the claims of an address.
 * @throws {Invalid} at a filter that cannot be the id it should be, which the list leaves out
 */
export function assertFilterIds(searchParams: URLSearchParams): void {
  parseInput(FilterIds, Object.fromEntries(searchParams));
}

/**
 * The list of an address. Without a filter it is what is to be checked, by time left; `status=all` is all.
 * @param platforms those that a claim of the workspace can name
 * @returns `ignored`: the labels of the filters that could not be read
 */
export async function readSubmissionsQuery(
  searchParams: URLSearchParams,
  { id: workspaceId, timeZone }: Pick<Workspace, "id" | "timeZone">,
  platforms: NamedPlatform[],
): Promise<{ query: SubmissionsQuery; ignored: string[] }> {
  const given = new URLSearchParams(searchParams);
  const isAll = given.get("status") === "all";
  if (isAll) given.delete("status");
  const { valid, ignored } = validFilters(SubmissionsQuery, labels, given, timeZone);
  const ignore = (name: "platform" | "form" | "adPlatform" | "amountTo") => {
    delete valid[name];
    ignored.push(labels[name]);
  };
  if (valid.platform && !platforms.some(({ id }) => id === valid.platform)) ignore("platform");
  if (valid.form && !(await listFormNames(workspaceId)).some(({ id }) => id === valid.form)) ignore("form");
  if (valid.adPlatform && !adPlatforms.all().some(({ id }) => id === valid.adPlatform)) ignore("adPlatform");
  if (!isAll && !filters.some((name) => valid[name])) valid.status = "pending";
  if (!valid.sort) valid.sort = valid.status === "pending" ? "sendBefore" : "-createdAt";
  const query = SubmissionsQuery.parse(valid);
  const { amountFrom, amountTo } = query;
  if (amountFrom && amountTo && new Decimal(amountFrom).gt(amountTo)) {
    ignore("amountTo");
    query.amountTo = undefined;
  }
  return { query, ignored };
}
