import { sha256 } from "#app/lib/random.server.ts";
import type { Workspace } from "#app/models/index.server.ts";

/** Names a workspace in pages and links without its id, which they do not hold. */
export const markOf = ({ id }: Pick<Workspace, "id">): string => sha256(id);
