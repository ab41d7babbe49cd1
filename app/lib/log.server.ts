import { destination, pino } from "pino";
import { config } from "#app/env.server.ts";

// Lines leave in blocks while much is going on: a write per line would cost more than the fast lane's whole answer.
const output = destination({ sync: false, minLength: 4096, periodicFlush: 1000 });
process.on("exit", () => output.flushSync());

/** The log: causes and request ids. Never secrets, bodies or personal data. */
export const log = pino(
  {
    level: config.logLevel,
    base: { app: config.brandName.toLowerCase() },
    redact: ["*.password", "*.token", "*.accessToken", "*.authorization", "*.cookie", "*.email", "*.phone"],
  },
  output,
);
