import type { TestResponse } from "./client.ts";

/**
 * Repeats a request for as long as it is answered with 503, when the response says so, as a client does: many
 * at once may wait longer than the app lets them, and more so if they all ask again right away.
 */
export async function retryWhileBusy(request: () => Promise<TestResponse>): Promise<TestResponse> {
  for (;;) {
    const response = await request();
    if (response.status !== 503) return response;
    const seconds = Number(response.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}
