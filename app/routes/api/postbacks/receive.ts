import { z } from "zod";
import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import type { OperationErrors } from "#app/http/api/operation.ts";
import { PlainResponse } from "#app/http/file-response.server.ts";
import { type ApiRequest, TooLarge } from "#app/http/forms/read-body.server.ts";
import { receive } from "#app/lib/deadline.server.ts";
import { POSTBACK_MAX_BYTES, type PostbackAnswer } from "#app/lib/postbacks.ts";
import { ReceivedResponse } from "#app/schemas/postbacks.ts";
import { receivePostback } from "#app/services/postbacks/receive-postback.server.ts";

const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const ANSWERS: Record<Exclude<PostbackAnswer, "json">, PlainResponse> = {
  ok: new PlainResponse("OK", "text/plain; charset=utf-8"),
  one: new PlainResponse("1", "text/plain; charset=utf-8"),
  gif: new PlainResponse(GIF, "image/gif"),
};

const NOTHING = Buffer.alloc(0);

async function take(request: ApiRequest, token: string) {
  // Read for every token, so that an unknown one takes no less.
  const body =
    request.method === "GET"
      ? NOTHING
      : await receive(() => request.body(POSTBACK_MAX_BYTES), request.deadline);
  const answer = await receivePostback({
    token,
    method: request.method,
    query: request.search.slice(1),
    body,
    contentType: request.header("content-type"),
    clientAddress: request.clientAddress,
    header: request.header,
  });
  if (answer === null) throw new TooLarge();
  return answer === "json" ? ({ received: true } as const) : ANSWERS[answer];
}

const operation = {
  path: "/api/postbacks/{token}",
  auth: "public" as const,
  params: z.object({ token: z.string().max(100).describe("Of the broker's address, which its page shows") }),
  response: ReceivedResponse,
  errors: {
    401: ["invalid_token"],
    403: ["address_refused"],
    404: ["not_found"],
    413: ["payload_too_large"],
    503: ["unavailable"],
  } satisfies OperationErrors,
  // Its own are by broker: far more than a person makes.
  limits: () => [],
  run: ({ params, request }: { params: { token: string }; request: ApiRequest }) =>
    take(request, params.token),
};

const description =
  "The response comes once the call is stored, also where nothing matches; a job reads it. Its body is what the settings name: this JSON, `OK`, `1` or an empty GIF. The same call again changes nothing.";

const handle = endpoint(
  get({
    ...operation,
    summary: "Take what a broker calls back, in a query",
    description,
    storesOnGet: true,
  }),
  post({
    ...operation,
    summary: "Take what a broker calls back, as a form or JSON",
    description: `${description} A query counts too, but not beside a signature, which is of the body. At most 64 KiB.`,
    takesAnyBody: true,
  }),
);

export const loader = handle;
export const action = handle;
