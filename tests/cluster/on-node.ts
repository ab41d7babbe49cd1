import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A service's file below `app/services/`, its function, and the function's arguments. */
export type Call = { file: string; name: string; args: unknown[] };
type Reply = { id: number; code: string | null };

export type NodeProcess = {
  /** Runs a service. @returns the code of its error, null if it succeeds */
  call(call: Call): Promise<string | null>;
  end(): void;
};

/** A process of its own, whose services use another node of the cluster. */
export function startOnNode(databaseUrl: string): NodeProcess {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ["serve"], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: "error" },
    serialization: "advanced",
  });
  const waiting = new Map<number, (code: string | null) => void>();
  child.on("message", ({ id, code }: Reply) => waiting.get(id)?.(code));
  child.once("exit", () => {
    for (const reply of waiting.values()) reply("The process on the node has ended.");
  });
  let last = 0;
  return {
    call(call) {
      const id = ++last;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        child.send({ id, ...call });
      });
    },
    end: () => void child.kill("SIGKILL"),
  };
}

async function serve({ id, file, name, args }: Call & { id: number }): Promise<void> {
  const reply = (code: string | null) => process.send?.({ id, code } satisfies Reply);
  try {
    await import("#app/models/index.server.ts");
    const service = (await import(`../../app/services/${file}.server.ts`)) as Record<
      string,
      (...given: unknown[]) => Promise<unknown>
    >;
    await service[name]?.(...args);
    reply(null);
  } catch (error) {
    reply(String((error as { code?: string }).code ?? error));
  }
}

if (process.argv[2] === "serve") process.on("message", serve);
