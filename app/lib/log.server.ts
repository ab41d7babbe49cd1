import { writeSync } from "node:fs";
import { destination, pino, stdSerializers } from "pino";
import { config } from "#app/env.server.ts";

/** Node passes each write to a thread, which under load costs more than writing. */
const BUFFERED_MAX = 32_768;
const FLUSH_MS = 1000;

const output = destination({ sync: false, minLength: BUFFERED_MAX, maxWrite: 2 * BUFFERED_MAX });

/** Joined once per write: pino's own buffer measures all that it holds at each line. */
let lines: string[] = [];
let buffered = 0;
function passOn(): void {
  if (buffered === 0) return;
  output.write(lines.join(""));
  lines = [];
  buffered = 0;
}
const stream = {
  write(line: string): void {
    lines.push(line);
    buffered += line.length;
    if (buffered >= BUFFERED_MAX) passOn();
  },
  flushSync(): void {
    passOn();
    output.flushSync();
  },
};
setInterval(() => {
  passOn();
  output.flush();
}, FLUSH_MS).unref();

process.on("exit", stream.flushSync);
// Registered before pino's own handler: flushing to a closed pipe would retry for ever and block the exit.
process.prependListener("exit", () => {
  try {
    writeSync(1, "\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") output.flushSync = () => undefined;
  }
});

/** Database errors quote the statement with visitors' data, so only their kind is logged. */
function describeError(error: Error): object {
  const { parent } = error as { parent?: { code?: string; errno?: number } };
  if (!parent) return stdSerializers.err(error);
  const frames = error.stack?.split("\n").filter((line) => /^ +at /.test(line)) ?? [];
  return { type: error.name, code: parent.code, errno: parent.errno, stack: frames.join("\n") };
}

const common = { level: config.logLevel, base: { app: config.brandName.toLowerCase() } };

/** Logs causes and request ids, never secrets, bodies or personal data. */
export const log = pino(
  {
    ...common,
    serializers: { err: describeError },
    redact: ["*.password", "*.token", "*.accessToken", "*.authorization", "*.cookie", "*.email", "*.phone"],
  },
  stream,
);

/**
 * For the server's line per request, whose fields are fixed and written without anything secret: looking for
 * it would take twice as long as writing the line.
 */
export const accessLog = pino(common, stream);
