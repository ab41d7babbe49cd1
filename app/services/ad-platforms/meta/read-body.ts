import type { AdPlatformResponse } from "#app/services/ad-platforms/ad-platform.ts";
import {
  type Fields,
  isRecord,
  oneLine,
  type ResponseBody,
  readInteger,
  readJsonBody,
  readTraceId,
} from "#app/services/ad-platforms/shared/response-body.ts";

export type MetaError = {
  code: number | null;
  subcode: number | null;
  isTransient: boolean;
  message: string | null;
};
export type MetaBody =
  | Exclude<ResponseBody, { kind: "json" }>
  | { kind: "json"; fields: Fields; error: MetaError | null; traceId: string | null };

/** The body of a response, with Meta's error envelope if it has one. */
export function readMetaBody(response: AdPlatformResponse): MetaBody {
  const body = readJsonBody(response);
  if (body.kind !== "json") return body;
  const { fields } = body;
  const error = fields.error ?? null;
  const traceId = readTraceId((isRecord(error) ? error.fbtrace_id : null) ?? fields.fbtrace_id);
  return { kind: "json", fields, error: error === null ? null : readError(error), traceId };
}

/** Meta's error envelope; every key in it may be missing. */
function readError(error: unknown): MetaError {
  const fields = isRecord(error) ? error : { message: error };
  return {
    code: readInteger(fields.code),
    subcode: readInteger(fields.error_subcode),
    isTransient: fields.is_transient === true,
    message: oneLine(fields.message, fields.error_user_title, fields.error_user_msg),
  };
}
