import { bytes, id, integer, string, table, timestamp } from "#app/database/columns.server.ts";

/** At most a megabyte of a file that is still arriving. It becomes a part of what the file is uploaded for. */
export class UploadPart extends table("uploadParts", {
  id: id(),
  workspaceId: string(),
  /** The same for all parts of a file. */
  uploadId: string(),
  number: integer(),
  content: bytes(),
  createdAt: timestamp(),
}) {}
