import { writeSync } from "node:fs";
import { destination, pino, stdSerializers } from "pino";
import { config } from "#app/env.server.ts";

// Lines are buffered under load: a write per line costs more than a fast-lane response.
const output = destination({ sync: false, minLength: 8_192, periodicFlush: 1000 });
process.on("exit", () => output.flushSync());
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
  output,
);

/**
 * For the server's line per request, whose fields are fixed and written without anything secret: looking for
 * it would take twice as long as writing the line.
 */
export const accessLog = pino(common, output);
