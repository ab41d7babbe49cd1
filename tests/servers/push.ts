import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type PushMessage = { title: string; body: string; url: string };

export type PushServer = {
  received: { headers: IncomingHttpHeaders; message: PushMessage }[];
  /** What a browser says when it subscribes. */
  subscription: { endpoint: string; p256dh: string; auth: string };
  /** The status of every answer from now on. */
  answer(status: number): void;
  /** Answers nothing until the function that it returns is called. */
  hold(): () => void;
  close(): Promise<void>;
};

/** A push service with one browser, which decrypts what it gets: RFC 8291. */
export async function startPushServer(): Promise<PushServer> {
  const browser = createECDH("prime256v1");
  const publicKey = browser.generateKeys();
  const auth = randomBytes(16);
  const received: PushServer["received"] = [];
  let status = 201;
  let free: Promise<void> = Promise.resolve();

  function decrypt(body: Buffer): PushMessage {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + Number(body[20]));
    const sealed = body.subarray(21 + sender.length);
    const derive = (secret: Buffer, saltedWith: Buffer, info: (string | Buffer)[], length: number) =>
      Buffer.from(
        hkdfSync("sha256", secret, saltedWith, Buffer.concat(info.map((part) => Buffer.from(part))), length),
      );
    const info = ["WebPush: info\0", publicKey, sender];
    const key = derive(browser.computeSecret(sender), auth, info, 32);
    const secret = derive(key, salt, ["Content-Encoding: aes128gcm\0"], 16);
    const nonce = derive(key, salt, ["Content-Encoding: nonce\0"], 12);
    const decipher = createDecipheriv("aes-128-gcm", secret, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString("utf8"));
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, message: decrypt(Buffer.concat(chunks)) });
    await free;
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    subscription: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/one`,
      p256dh: publicKey.toString("base64url"),
      auth: auth.toString("base64url"),
    },
    answer(next) {
      status = next;
    },
    hold() {
      let release = () => {};
      free = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
