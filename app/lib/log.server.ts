import { writeSync } from "node:fs";
import { destination, pino, stdSerializers } from "pino";
import { config } from "#app/env.server.ts";

// Lines leave in blocks while much is going on: a write per line would cost more than the fast lane's whole answer.
const output = destination({ sync: false, minLength: 4096, periodicFlush: 1000 });
process.on("exit", () => output.flushSync());
// Before that, and before pino's own: where nobody reads any more, flushing would try for ever and the process never end.
process.prependListener("exit", () => {
  try {
    writeSync(1, "\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") output.flushSync = () => undefined;
  }
});

/** A database's error quotes the statement and its values, which are what visitors typed: of it only the kind is written down. */
function describeError(error: Error): object {
  const { parent } = error as { parent?: { code?: string; errno?: number } };
  if (!parent) return stdSerializers.err(error);
  const frames = error.stack?.split("\n").filter((line) => /^ +at /.test(line)) ?? [];
  return { type: error.name, code: parent.code, errno: parent.errno, stack: frames.join("\n") };
}

/** The log: causes and request ids. Never secrets, bodies or personal data. */
export const log = pino(
  {
    level: config.logLevel,
    base: { app: config.brandName.toLowerCase() },
    serializers: { err: describeError },
    redact: ["*.password", "*.token", "*.accessToken", "*.authorization", "*.cookie", "*.email", "*.phone"],
  },
  output,
);
