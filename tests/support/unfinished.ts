import { request } from "node:http";
import { text } from "node:stream/consumers";

/** Begins to send a body of which the rest never comes, and reads what refuses it. */
export function sendUnfinished(
  url: string,
  headers: Record<string, string | number>,
  start: string | Buffer,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const started = request(url, { method: "POST", headers });
    started.on("error", reject);
    started.on("response", (response) => {
      text(response).then((shown) => {
        started.destroy();
        resolve({ status: response.statusCode ?? 0, text: shown });
      }, reject);
    });
    started.write(start);
  });
}

/** The start of a form with a file of such a size. */
export function startOfForm(fields: Record<string, string>, bytes: number): Buffer {
  const head = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head.join("") + file), Buffer.alloc(bytes, "a")]);
}

export const MULTIPART = { "content-type": "multipart/form-data; boundary=x" };
