import { id, string, table } from "#app/database/columns.server.ts";

/** A change that all processes must know of. Its id has the time; rows are kept for some minutes. */
export class Change extends table("changes", {
  id: id(),
  topic: string(),
}) {}
