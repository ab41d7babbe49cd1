import { pino } from "pino";
import { config } from "#app/env.server.ts";

/** The log: causes and request ids. Never secrets, bodies or personal data. */
export const log = pino({
  level: config.logLevel,
  base: { app: config.brandName.toLowerCase() },
  redact: ["*.password", "*.token", "*.accessToken", "*.authorization", "*.cookie", "*.email", "*.phone"],
});
