import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type { LoadContext } from "#app/http/load-context.ts";
import type { ServerApp } from "./server-app.ts";
import { createStaticFiles } from "./static-files.ts";

export type RemixBuild = {
  app: ServerApp;
  /** In development reloaded for every request, so that changes show. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  files: RequestHandler;
  close(): Promise<void>;
};

/** Loads the output of `npm run build`. */
export async function loadBuild(directory: URL): Promise<RemixBuild> {
  const build: ServerBuild = await import(new URL("app.js", directory).href);
  const files = createStaticFiles(fileURLToPath(new URL("client", directory)));
  return { app: getServerApp(build), build, files, close: async () => undefined };
}

/** Loads the sources through Vite, whose web socket shares the server's port. */
export async function loadWithVite(server: Server): Promise<RemixBuild> {
  const { createServer } = await import("vite");
  const listeners = process.listeners("SIGTERM");
  const vite = await createServer({ appType: "custom", server: { middlewareMode: true, hmr: { server } } });
  const load = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  const app = getServerApp(await load());
  // Remix's plugin starts a second Vite, which would end the process before the app stops.
  for (const added of process.listeners("SIGTERM")) {
    if (!listeners.includes(added)) process.off("SIGTERM", added);
  }
  return { app, build: load, files: vite.middlewares, close: () => vite.close() };
}

/** Renders a page with Remix, outside any visitor's request. */
export function createRenderer(build: ServerBuild): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, "production");
  const context: Omit<LoadContext, "search"> = {
    requestId: "render",
    clientAddress: "",
    isFromTrustedProxy: false,
    origin: null,
    refusedWithoutToken: null,
    nonce: "",
    deadline: { at: Number.POSITIVE_INFINITY, pausedAt: null },
    isDrained: async () => true,
  };
  return (request) => handle(request, { ...context, search: new URL(request.url).search });
}

function getServerApp({ entry }: ServerBuild): ServerApp {
  const { app } = entry.module as typeof entry.module & { app?: ServerApp };
  if (!app) throw new Error("The build is not this product's: its entry module exports no app.");
  return app;
}
