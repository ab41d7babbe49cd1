import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { sandboxEnvironment } from "../../sandbox/platforms.ts";
import { type Form, optInBody } from "../factories/index.ts";
import { type App, readLog, setIdleApp, startApp } from "../servers/app.ts";
import { type SandboxServer, startSandboxServer } from "../servers/sandbox.ts";
import { type MailServer, startMailServer } from "../servers/smtp.ts";
import { type Send, send, type TestResponse } from "./client.ts";
import { untilNoWorkIsLeft } from "./no-work-left.ts";
import { stopStarted } from "./start-for-test.ts";

export type Site = {
  app: App;
  sandbox: SandboxServer;
  /** The mail server that the app hands its mails to. */
  mail: MailServer;
  send(path: string, options?: Send): Promise<TestResponse>;
  /** A program's submit, with a body that is all well but for the overrides. */
  submit(form: Form, overrides?: Record<string, unknown>, options?: Send): Promise<TestResponse>;
  /** The owner's decision over a submission. */
  decide(token: string, submissionId: string, json: Record<string, unknown>): Promise<TestResponse>;
  /** The owner's own view of a submission. */
  read(token: string, submissionId: string): Promise<TestResponse>;
};

/** Who gets the messages of the contact form, and the answers to emails. */
export const CONTACT_TO = "desk@example.com";

type Servers = Pick<Site, "app" | "sandbox" | "mail"> & { stop(): Promise<void> };

async function startServers(env: Record<string, string> = {}): Promise<Servers> {
  const [sandbox, mail] = await Promise.all([startSandboxServer(), startMailServer()]);
  const closeOthers = () => Promise.all([sandbox.close(), mail.close()]);
  const app = await startApp({
    databaseUrl: process.env.DATABASE_URL ?? "",
    env: { ...sandboxEnvironment(sandbox.url), SMTP_URL: mail.url, CONTACT_TO, ...env },
  }).catch(async (error: unknown) => {
    await closeOthers();
    throw error;
  });
  const stop = async () => {
    const exitCode = await app.kill("SIGTERM");
    await closeOthers();
    expect(exitCode).toBe(0);
  };
  return { app, sandbox, mail, stop };
}

/** Without isolation a worker keeps its modules, and so these servers, for all of its files. */
let shared: Promise<Servers> | undefined;

async function startShared(): Promise<Servers> {
  setIdleApp(null);
  shared ??= startServers().catch((error: unknown) => {
    // The next file tries again.
    shared = undefined;
    throw error;
  });
  return shared;
}

function leaveShared({ stop }: Servers): void {
  setIdleApp(() => {
    shared = undefined;
    return stop();
  });
}

/**
 * The built app and the sandbox it sends to, for all tests of a file; a file with an environment of its own has its own.
 * The app logs nothing that a test did not foresee, and leaves with 0.
 */
export function serveSite(env?: Record<string, string>): Site {
  let servers: Servers;
  let app: App;
  beforeAll(async () => {
    servers = await (env ? startServers(env) : startShared());
    const before = servers.app.output().length;
    const output = () => servers.app.output().slice(before);
    app = { ...servers.app, output, log: () => readLog(output()) };
  });
  beforeEach(() => {
    servers.sandbox.reset();
    servers.mail.reset();
  });
  afterEach(async () => {
    await stopStarted();
    // Without background work what is due stays so.
    if (env?.RUN_WORKER === "no") return;
    await untilNoWorkIsLeft();
  });
  afterAll(async () => {
    if (env) await servers.stop();
    else leaveShared(servers);
    expect(app.log().filter(({ level }) => level >= 50)).toEqual([]);
  });
  const site: Site = {
    get app() {
      return app;
    },
    get sandbox() {
      return servers.sandbox;
    },
    get mail() {
      return servers.mail;
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
