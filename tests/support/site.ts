import { Op } from "sequelize";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { Delivery, EventConsumption, Mail } from "#app/models/index.server.ts";
import { type Form, optInBody } from "../factories/index.ts";
import { type App, startApp } from "../servers/app.ts";
import { type SandboxServer, startSandboxServer } from "../servers/sandbox.ts";
import { type MailServer, startMailServer } from "../servers/smtp.ts";
import { type Answer, type Send, send } from "./client.ts";
import { eventually } from "./eventually.ts";

export type Site = {
  app: App;
  sandbox: SandboxServer;
  /** The mail server that the app hands its mails to. */
  mail: MailServer;
  send(path: string, options?: Send): Promise<Answer>;
  /** A program's submit, with a body that is all well but for the overrides. */
  submit(form: Form, overrides?: Record<string, unknown>, options?: Send): Promise<Answer>;
  /** The owner's decision over a submission. */
  decide(token: string, submissionId: string, json: Record<string, unknown>): Promise<Answer>;
  /** The owner's own view of a submission. */
  read(token: string, submissionId: string): Promise<Answer>;
};

/**
 * The built app and the sandbox it sends to, for all tests of a file. Its end is a test too: it leaves with 0 and has logged
 * nothing that it did not foresee.
 */
export function serveSite(env: Record<string, string> = {}): Site {
  let app: App;
  let sandbox: SandboxServer;
  let mail: MailServer;
  beforeAll(async () => {
    [sandbox, mail] = await Promise.all([startSandboxServer(), startMailServer()]);
    app = await startApp({
      databaseUrl: process.env.DATABASE_URL ?? "",
      env: { META_GRAPH_URL: sandbox.url, SMTP_URL: mail.url, ...env },
    });
  });
  beforeEach(() => {
    sandbox.reset();
    mail.reset();
  });
  // The next test begins with an empty database: what is under way first comes to its end.
  afterEach(() =>
    eventually(async () => {
      const isHeld = { where: { leaseToken: { [Op.ne]: null } } };
      const held = await Promise.all([
        Delivery.count(isHeld),
        Mail.count(isHeld),
        EventConsumption.count(isHeld),
      ]);
      expect(held).toEqual([0, 0, 0]);
    }),
  );
  afterAll(async () => {
    const exitCode = await app?.kill("SIGTERM");
    await Promise.all([sandbox?.close(), mail?.close()]);
    expect(app.log().filter(({ level }) => level >= 50)).toEqual([]);
    expect(exitCode).toBe(0);
  });
  const site: Site = {
    get app() {
      return app;
    },
    get sandbox() {
      return sandbox;
    },
    get mail() {
      return mail;
    },
    send: (path, options) => send(app.url + path, options),
    submit: (form, overrides, options) =>
      site.send(`/api/optin/${form.slug}/submit`, { json: optInBody(form, overrides), ...options }),
    decide: (token, id, json) =>
      site.send(`/api/optin/dashboard/submissions/${id}`, { method: "PUT", token, json }),
    read: (token, id) => site.send(`/api/optin/dashboard/submissions/${id}`, { token }),
  };
  return site;
}
