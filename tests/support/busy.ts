import type { Answer } from "./client.ts";
import { eventually } from "./eventually.ts";

/** Repeats a request for as long as it is answered with 503, as a client does: many at once may wait longer than the app lets them. */
export function retryWhileBusy(request: () => Promise<Answer>): Promise<Answer> {
  return eventually(async () => {
    const answer = await request();
    if (answer.status === 503) throw new Error(`still busy: ${answer.text}`);
    return answer;
  });
}
