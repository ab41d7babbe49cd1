import { parentPort, workerData } from "node:worker_threads";
import { readSpendFile, type SpendTask } from "#app/services/spend/reading/read-spend-file.ts";
import { runTask, type Task, type TaskInput } from "#app/services/statements/thread/tasks.ts";
import { UnreadableTable } from "#app/services/tables/table.ts";

/** The program of the thread that reads files: it gives one part of the result for each `next`. */
const port = parentPort;
if (!port) throw new Error("This is the program of a thread.");

const waiting: TaskInput[] = [];
let wake: (() => void) | null = null;
let isComplete = false;

async function* receiveInputs(): AsyncGenerator<TaskInput> {
  for (;;) {
    const input = waiting.shift();
    if (input) {
      port?.postMessage("taken");
      yield input;
    } else if (isComplete) return;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

const task: Task | SpendTask = workerData;
const outputs = task.kind === "spend" ? readSpendFile(task) : runTask(task, receiveInputs());

port.on("message", (message: { input: TaskInput } | "complete" | "next") => {
  if (message === "next") {
    void give();
    return;
  }
  if (message === "complete") isComplete = true;
  else waiting.push(message.input);
  wake?.();
});

async function give(): Promise<void> {
  try {
    const { done, value } = await outputs.next();
    port?.postMessage(done ? { isDone: true } : { value });
  } catch (error) {
    const { message, stack } = error as Error;
    port?.postMessage({ error: { message, stack, isExpected: error instanceof UnreadableTable } });
  }
}
