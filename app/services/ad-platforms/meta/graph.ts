import { sendRequest } from "#app/lib/http-client.server.ts";
import type { AdPlatformResponse } from "#app/services/ad-platforms/ad-platform.ts";
import { withoutSecret } from "#app/services/ad-platforms/shared/access-token.ts";

export type GraphOptions = {
  /** `https://graph.facebook.com`, or the sandbox's URL. */
  graphUrl: string;
  /** Such as `v27.0`. */
  version: string;
};

type GraphRequest = {
  /** With its query. */
  path: string;
  body?: object;
  timeoutMs: number;
  bodyMaxBytes?: number;
};

/** Makes the function that calls Meta's Graph API: a request with a body is posted. */
export const createGraph =
  ({ graphUrl, version }: GraphOptions) =>
  async (accessToken: string, { path, body, ...limits }: GraphRequest): Promise<AdPlatformResponse> => {
    const response = await sendRequest({
      method: body ? "POST" : "GET",
      url: `${graphUrl}/${version}${path}`,
      allowedBase: graphUrl,
      headers: {
        accept: "application/json",
        // In the header and not in the address, which ends up in logs.
        authorization: `Bearer ${accessToken}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...limits,
    });
    return withoutSecret(response, accessToken);
  };
