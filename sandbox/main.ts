import { startSandbox } from "./server.ts";

const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || 3001);

try {
  const sandbox = await startSandbox({ port, host, isStrict: process.env.SANDBOX_STRICT === "yes" });
  // Before the line is printed: whoever reads it may stop the server at once.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => sandbox.close());
  console.log(
    `The ad-platform sandbox listens on ${sandbox.url} and shows what it receives at ${sandbox.url}/received`,
  );
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}

function sentenceFor(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use: stop what listens there, or set PORT to another one.`;
  }
  if (code === "ERR_SOCKET_BAD_PORT") return "PORT must be a number from 0 to 65535.";
  return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
}
