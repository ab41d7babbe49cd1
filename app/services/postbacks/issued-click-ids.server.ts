/**
 * Which of these ids are of clicks on the workspace's broker links. Until broker links are kept here, all are: a
 * value that no visit had finds no claim.
 */
export const findIssuedClickIds = async (
  _workspaceId: string,
  clickIds: readonly string[],
): Promise<ReadonlySet<string>> => new Set(clickIds);
