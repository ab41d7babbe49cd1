import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { listen } from "./listening.ts";

/** The least that can be done for a page: the same compressed bytes for everyone, from `node:http`. */
const page = readFileSync(process.env.PAGE_FILE as string);
const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Encoding": "br",
  "Content-Length": page.length,
  "Cache-Control": "private, no-cache",
};

listen(createServer((_req, res) => res.writeHead(200, headers).end(page)));
