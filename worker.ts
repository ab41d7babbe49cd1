import { log } from "#app/lib/log.server.ts";
import { startApp, stopApp } from "#app/lifecycle.server.ts";

/** Runs the jobs without serving requests. Any number of workers and servers can run at once. */
async function main(): Promise<void> {
  await startApp();
  log.info("the worker is running");
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void stopApp().then(() => process.exit(0)));
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
