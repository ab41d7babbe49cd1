import { randomBytes } from "node:crypto";
import { vi } from "vitest";
import { generateSigningKey } from "#app/lib/proof/signing-keys.server.ts";

/** From now on modules are imported as a server of another kind than a test has them. */
export function stubServerEnvironment(appEnv: string): void {
  const secret = () => randomBytes(32).toString("base64");
  const variables = {
    APP_ENV: appEnv,
    NODE_ENV: "production",
    PUBLIC_URL: "https://attesto.example",
    SESSION_SECRETS: secret(),
    ENCRYPTION_KEYS: secret(),
    PROOF_SIGNING_KEYS: generateSigningKey(),
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
}
