import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { UnreadableTable } from "./table.ts";

/** A file may use this much memory; what needs more is refused instead of ending the process. */
const MEMORY_MB = 1_024;
/** How long a thread may work on a file; what it waits for does not count. */
const WORK_MAX_MS = 5 * MINUTE;
/** How many threads run at once. Others wait. */
const PARALLEL = 2;
/** How many inputs may wait in the thread: more would be the memory of a million claims. */
const AHEAD = 4;

const limit = pLimit(PARALLEL);

/** A file is given away and not copied; a small one may share its memory with others. */
function toTransferred({ content }: ThreadTask): ArrayBuffer[] {
  if (!content || content.byteLength !== content.buffer.byteLength) return [];
  return [content.buffer as ArrayBuffer];
}

/** What a thread is started with: `file-thread` runs each kind. */
type ThreadTask = { kind: string; content?: Uint8Array };

type Reply<Output> =
  | { value: Output }
  | { isDone: true }
  | { error: { message: string; stack: string; isExpected: boolean } };

type ThreadOptions<Input> = {
  /** Ends the thread: the file is another worker's. */
  lost?: AbortSignal;
  inputs?: AsyncIterable<Input>;
};

/**
 * Runs a task beside the event loop that answers requests, and hands over its parts one after the other. The thread
 * works on the first inputs while the next ones are read, and on the next part while one is handled.
 * @throws {UnreadableTable} for a file that can't be read
 * @throws the reason of `lost`
 */
export function runInThread<Task extends ThreadTask, Output, Input = never>(
  task: Task,
  handle: (output: Output) => Promise<void>,
  { lost, inputs = none() }: ThreadOptions<Input> = {},
): Promise<void> {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Awaited only together with a reply.
  failed.catch(() => undefined);
  const onLost = () => fail(lost?.reason);
  lost?.addEventListener("abort", onLost);
  return limit(async () => {
    lost?.throwIfAborted();
    const thread = new Worker(findProgram(), {
      workerData: task,
      transferList: toTransferred(task),
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    thread.on("error", (error: NodeJS.ErrnoException) =>
      fail(
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? new UnreadableTable("The file is too large to read. Split it into shorter periods.")
          : error,
      ),
    );
    const limitOfTime = setInterval(() => {
      if (thread.performance.eventLoopUtilization().active > WORK_MAX_MS)
        fail(new UnreadableTable("The file takes too long to read. Split it into shorter periods."));
    }, SECOND);
    thread.on("exit", (code) => fail(new Error(`The thread ended with ${code}.`)));
    try {
      let waiting = 0;
      let resolveTaken: () => void = () => undefined;
      let resolveReply: (reply: Reply<Output>) => void = () => undefined;
      thread.on("message", (message: Reply<Output> | "taken") => {
        if (message !== "taken") {
          resolveReply(message);
          return;
        }
        waiting -= 1;
        resolveTaken();
      });
      const send = async () => {
        for await (const input of inputs) {
          thread.postMessage({ input });
          waiting += 1;
          if (waiting < AHEAD) continue;
          const taken = new Promise<void>((resolve) => {
            resolveTaken = resolve;
          });
          await Promise.race([taken, failed]);
        }
        thread.postMessage("complete");
      };
      const askForPart = () => {
        const replied = new Promise<Reply<Output>>((resolve) => {
          resolveReply = resolve;
        });
        thread.postMessage("next");
        return replied;
      };
      const receive = async () => {
        for (let replied = askForPart(); ; ) {
          const reply = await Promise.race([replied, failed]);
          if ("isDone" in reply) return;
          if ("error" in reply) throw toError(reply.error);
          replied = askForPart();
          await handle(reply.value);
        }
      };
      await Promise.all([send(), receive()]);
    } finally {
      clearInterval(limitOfTime);
      await thread.terminate();
    }
  }).finally(() => lost?.removeEventListener("abort", onLost));
}

function toError({
  message,
  stack,
  isExpected,
}: {
  message: string;
  stack: string;
  isExpected: boolean;
}): Error {
  if (isExpected) return new UnreadableTable(message);
  return Object.assign(new Error(message), { stack });
}

async function* none(): AsyncGenerator<never> {}

/** The build has it as a program beside the server; from source it runs through tsx. */
function findProgram(): URL {
  const here = import.meta.url;
  for (const place of ["./file-thread.js", "../file-thread.js"]) {
    const url = new URL(place, here);
    if (existsSync(url)) return url;
  }
  return new URL("../../jobs/file-thread.mjs", here);
}
