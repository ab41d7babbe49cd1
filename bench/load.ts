import { execFile, execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import autocannon from "autocannon";

export const CONNECTIONS = 64;

/** Where other work takes the cores, a page of the dashboard may take this long for so many at once. */
const TIMEOUT_SECONDS = 60;

export type Load = {
  url: string;
  headers?: Record<string, string>;
  /** Each `[<id>]` in it is another text in each request. Without a body the request is a GET. */
  body?: string;
  /** How many requests are open at once; 64 if missing. */
  connections?: number;
  /** Whether all are to be answered with a status of 400 and above. */
  isRefused?: boolean;
  /** Whether requests come of many addresses, as behind a proxy. */
  isOfMany?: boolean;
};

export type Measurement = { requests: number; perSecond: number; p50Ms: number; p99Ms: number };

type LoadCounts = Measurement & { refused: number; errors: number };
type Run = { load: Load; seconds: number; directory: string };

const LUA = fileURLToPath(new URL("./wrk.lua", import.meta.url));

function hasWrk(): boolean {
  try {
    execFileSync("wrk", ["--version"], { stdio: "ignore" });
    return true;
  } catch (error) {
    // It ends its list of options with 1.
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

const isWrk = hasWrk();
export const generator = isWrk
  ? "wrk"
  : "autocannon in a worker, which itself is slower than what it measures (on Debian: apt-get install wrk)";

/**
 * Bounded load on a loopback address.
 * @throws {Error} for a response of another kind than expected, which invalidates the measurement
 */
export async function measure(run: Run): Promise<Measurement> {
  const { url, isRefused = false } = run.load;
  const { refused, errors, ...measured } = await (isWrk ? runWrk(run) : runAutocannon(run));
  const wrong = isRefused ? measured.requests - refused : refused;
  // The last answers may be cut off in the middle.
  if (errors > 0 || wrong > (isRefused ? CONNECTIONS : 0))
    throw new Error(`${url}: ${wrong} wrong answers and ${errors} errors spoil the measurement.`);
  return measured;
}

let runs = 0;
const nextRun = () => `bench-${Date.now().toString(36)}-${runs++}`;

async function runWrk({ load, seconds, directory }: Run): Promise<LoadCounts> {
  const { url, headers = {}, body, connections = CONNECTIONS, isOfMany = false } = load;
  const file = body === undefined ? "" : path.join(directory, "body");
  if (body !== undefined) await writeFile(file, body);
  const { stdout } = await promisify(execFile)("wrk", [
    "-t",
    "1",
    "-c",
    String(connections),
    "-d",
    `${seconds}s`,
    "--timeout",
    `${TIMEOUT_SECONDS}s`,
    "-s",
    LUA,
    ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    url,
    "--",
    body === undefined ? "GET" : "POST",
    file,
    nextRun(),
    isOfMany ? String(runs) : "",
  ]);
  const result = JSON.parse(/^RESULT (.+)$/m.exec(stdout)?.[1] ?? "{}") as {
    requests: number;
    microseconds: number;
    p50: number;
    p99: number;
    refused: number;
    errors: number;
  };
  return {
    requests: result.requests,
    perSecond: (result.requests / result.microseconds) * 1e6,
    p50Ms: result.p50 / 1000,
    p99Ms: result.p99 / 1000,
    refused: result.refused,
    errors: result.errors,
  };
}

/** More than a connection makes in a run: all of them go through the list at the same time. */
const ADDRESSES = 3_000;
const listAddresses = (run: number) =>
  Array.from({ length: ADDRESSES }, (_, index) => `10.${run % 256}.${index >> 8}.${index & 255}`);

async function runAutocannon({ load, seconds }: Run): Promise<LoadCounts> {
  const { url, headers, body, connections = CONNECTIONS, isOfMany = false } = load;
  runs += 1;
  const result = await autocannon({
    url,
    headers,
    workers: 1,
    connections,
    duration: seconds,
    timeout: TIMEOUT_SECONDS,
    ...(body === undefined ? {} : { method: "POST", body, idReplacement: true }),
    ...(isOfMany
      ? {
          requests: listAddresses(runs).map((address) => ({
            headers: { ...headers, "x-forwarded-for": address },
          })),
        }
      : {}),
  });
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: result["4xx"] + result["5xx"],
    errors: result.errors,
  };
}
