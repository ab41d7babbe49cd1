import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { eventually } from "../support/eventually.ts";

/** A mail as its reader gets it, with the addresses of its envelope. */
type ReceivedEmail = Email & { envelopeTo: string[] };

export type MailServer = {
  url: string;
  received: ReceivedEmail[];
  /** The last mail to an address, once it is there. */
  latest(to: string, subject?: RegExp): Promise<ReceivedEmail>;
  /** The link in the last mail to an address, as path and query. */
  linkTo(to: string, subject?: RegExp): Promise<string>;
  /** From now on every recipient is refused with this response; null takes them again. */
  refuse(code: number | null): void;
  /** From now on mail to these addresses gets no response until the server closes. */
  hold(addresses: string[]): void;
  /** Forgets what it received. */
  reset(): void;
  close(): Promise<void>;
};

/** A real mail server on a port of its own. */
export async function startMailServer(port = 0): Promise<MailServer> {
  let received: ReceivedEmail[] = [];
  let refusal: number | null = null;
  let held: string[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, callback) {
      if (refusal === null) callback();
      else callback(Object.assign(new Error("not now"), { responseCode: refusal }));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        received.push({ ...mail, envelopeTo: envelope.rcptTo.map(({ address }) => address) });
        if (envelope.rcptTo.some(({ address }) => held.includes(address))) waiting.push(callback);
        else callback();
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const latest = (to: string, subject = /./) =>
    eventually(() => {
      const mail = received.findLast(
        ({ envelopeTo, subject: sentSubject = "" }) => envelopeTo.includes(to) && subject.test(sentSubject),
      );
      if (!mail) throw new Error(`No mail to ${to} like ${subject} has come.`);
      return mail;
    });
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    get received() {
      return received;
    },
    latest,
    async linkTo(to, subject) {
      const { text = "" } = await latest(to, subject);
      const link = /https?:\/\/\S+\?token=\S+/.exec(text)?.[0];
      if (!link) throw new Error(`There is no link in the mail to ${to}:\n${text}`);
      const { pathname, search } = new URL(link);
      return pathname + search;
    },
    refuse(code) {
      refusal = code;
    },
    hold(addresses) {
      held = addresses;
    },
    reset() {
      received = [];
      refusal = null;
    },
    async close() {
      for (const respond of waiting) respond();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}
