import type { Answer } from "./client.ts";

/**
 * Repeats a request for as long as it is answered with 503, when the response says so, as a client does: many
 * at once may wait longer than the app lets them, and more so if they all ask again right away.
 */
export async function retryWhileBusy(request: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await request();
    if (answer.status !== 503) return answer;
    const seconds = Number(answer.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}
