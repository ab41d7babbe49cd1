import { type IncomingHttpHeaders, request } from "node:http";

/** A browser of a person, as it opens a page. */
export const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36",
  "sec-fetch-mode": "navigate",
};

type OpenedPage = { status: number; headers: IncomingHttpHeaders; text: string };

/** A GET with exactly these headers: `fetch` adds a user agent, and says that a script reads the page. */
export function openPage(
  url: string,
  headers: Record<string, string> = BROWSER,
  method = "GET",
): Promise<OpenedPage> {
  return new Promise((resolve, reject) => {
    request(url, { headers, method }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    })
      .on("error", reject)
      .end();
  });
}
