import { createServer } from "node:http";
import { listen } from "./listening.ts";
import { write } from "./pool.ts";
import { type Body, type Row, toRow } from "./rows.ts";

/** The least that can be done: `node:http`, no checks, and all submissions that wait in one transaction. */
type WaitingRow = { row: Row; resolve(): void; reject(error: unknown): void };

const GROUP_MAX = 64;
const waiting: WaitingRow[] = [];
let isWriting = false;

async function writeAll(): Promise<void> {
  while (waiting.length > 0) {
    const group = waiting.splice(0, GROUP_MAX);
    try {
      await write(group.map(({ row }) => row));
      for (const { resolve } of group) resolve();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
  isWriting = false;
}

function store(row: Row): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push({ row, resolve, reject });
    if (isWriting) return;
    isWriting = true;
    setImmediate(writeAll);
  });
}

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", async () => {
    try {
      const row = toRow(JSON.parse(Buffer.concat(chunks).toString("utf8")) as Body);
      await store(row);
      const body = JSON.stringify({ submissionId: row.id });
      res.writeHead(201, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
      res.end(body);
    } catch {
      res.writeHead(500).end();
    }
  });
});

listen(server);
