import { request } from "node:http";

/** A browser of a person, as it opens a page. */
export const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36",
  "sec-fetch-mode": "navigate",
};

/** A GET with exactly these headers: `fetch` adds a user agent, and says that a script reads the page. */
export function openPage(url: string, headers: Record<string, string> = BROWSER): Promise<{ text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ text }));
    })
      .on("error", reject)
      .end();
  });
}
