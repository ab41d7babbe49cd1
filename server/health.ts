import type { RequestHandler } from "express";
import type { ServerApp } from "./server-app.ts";

const READINESS_TIMEOUT_MS = 3000;

/** `/healthz`: the process is alive. `/readyz`: it can do its work, otherwise 503 with the reasons. */
export function createHealth(readiness: ServerApp["readiness"], isStopping: () => boolean): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    if (req.path !== "/healthz" && req.path !== "/readyz") return next();
    res.setHeader("Cache-Control", "no-store");
    if (req.path === "/healthz") {
      res.json({ status: "ok" });
      return;
    }
    const problems = isStopping() ? ["The server is stopping."] : await findProblems(readiness);
    if (problems.length === 0) res.json({ status: "ready" });
    else res.status(503).json({ status: "not ready", problems });
  };
}

/** Without the error's own text, which may contain secrets. */
async function findProblems(readiness: ServerApp["readiness"]): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve(["The check takes too long."]), READINESS_TIMEOUT_MS);
  });
  const check = readiness().then(
    ({ isReady, problems }) => (isReady ? [] : problems.length > 0 ? problems : ["Not ready."]),
    () => ["The check failed."],
  );
  return Promise.race([check, timeout]).finally(() => clearTimeout(timer));
}
