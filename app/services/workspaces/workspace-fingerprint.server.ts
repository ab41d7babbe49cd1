import { sha256 } from "#app/lib/random.server.ts";
import type { Workspace } from "#app/models/index.server.ts";

/** Identifies a workspace in pages and links without exposing its id. */
export const toWorkspaceFingerprint = ({ id }: Pick<Workspace, "id">): string => sha256(id);
