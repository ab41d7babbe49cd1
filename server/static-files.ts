import { readdirSync } from "node:fs";
import path from "node:path";
import express, { type RequestHandler } from "express";
import { httpErrors, sendErrorResponse } from "./error-responses.ts";
import { getRequestContext } from "./request-context.ts";
import { getPath } from "./request-target.ts";

export type StaticFile = { hasBrotli: boolean; cacheControl: string };

/** Names under /assets hold a hash of their content. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const SHORT = "public, max-age=3600";

/** Files that pages of other sites may load: those of `vite-plugins/scripts-for-other-sites.ts`. */
const FOR_OTHER_SITES = new Set(["/embed.js", "/click.js"]);

/** All served files by path: no dot files, source maps or compressed copies. */
export function listStaticFiles(directory: string): Map<string, StaticFile> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(directory, path.join(entry.parentPath, entry.name))}`);
  const all = new Set(names);
  const served = names.filter((name) => !/\/\.|\.map$/.test(name) && !isTwin(name, all));
  return new Map(
    served.map((name) => [
      name,
      {
        hasBrotli: all.has(`${name}.br`),
        cacheControl: name.startsWith("/assets/") ? IMMUTABLE : SHORT,
      },
    ]),
  );
}

const isTwin = (name: string, all: ReadonlySet<string>) =>
  name.endsWith(".br") && all.has(name.slice(0, -".br".length));

/**
 * Serves the files that existed at the start, as Brotli if the client accepts it. A missing asset is a 404 at
 * once, because no page has such a path.
 */
export function createStaticFiles(directory: string): RequestHandler {
  const files = listStaticFiles(directory);
  const send = express.static(directory, { cacheControl: false, index: false, redirect: false });

  return (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    const name = decodeURIComponent(getPath(req.url));
    const file = files.get(name);
    if (!file) {
      if (!name.startsWith("/assets/")) return next();
      sendErrorResponse(req, res, getRequestContext(req).requestId, httpErrors.notFound);
      return;
    }
    res.setHeader("Cache-Control", file.cacheControl);
    if (FOR_OTHER_SITES.has(name)) {
      res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
      // A module is fetched as other sites' data is.
      res.setHeader("Access-Control-Allow-Origin", "*");
    }
    res.type(path.extname(name));
    if (!file.hasBrotli) return send(req, res, next);

    res.vary("Accept-Encoding");
    if (req.acceptsEncodings("br") !== "br") return send(req, res, next);
    const asked = req.url;
    req.url = `${getPath(asked)}.br`;
    res.setHeader("Content-Encoding", "br");
    // Only if the file was deleted since the start.
    send(req, res, (error?: unknown) => {
      req.url = asked;
      res.removeHeader("Content-Encoding");
      next(error);
    });
  };
}
