import { register } from "tsx/esm/api";

/** Runs the program from its source: Node 20 loads none in a thread by `--import tsx`. */
register();
await import("./statement-thread.ts");
