import { SECOND } from "./dates.ts";
import { Unavailable } from "./errors.ts";
import { createScope } from "./scope.server.ts";

/** When a request's response must be on its way. */
export type Deadline = {
  /** In the time of `performance.now()`; infinite for work that no client waits for. */
  at: number;
  /** Since when the body is received, which takes as long as its client does. */
  pausedAt: number | null;
};

/** What remains for the response once a request has waited for others. */
const RESPONSE_MS = SECOND;
/** So that work whose query ended at the deadline can still say what failed, such as a form with its values. */
const GRACE_MS = 250;

type Work = { deadline: Deadline | null; isDone: boolean };

const scope = createScope<Work>();

/** The running request's own. It ends with its work: what that leaves in the background has none. */
export function findDeadline(): Deadline | null {
  const work = scope.get();
  return work && !work.isDone ? work.deadline : null;
}

/** How long the running request may still take; infinite outside a request. */
export function getTimeLeft(): number {
  const deadline = findDeadline();
  return deadline ? left(deadline) : Number.POSITIVE_INFINITY;
}

/** How long it may still wait for others, so that it can say what came of it. */
export const getWaitLeft = (): number => Math.max(0, getTimeLeft() - RESPONSE_MS);

/** @throws {Unavailable} if the running request has no more time than `ms`: nothing new begins */
export function assertTimeLeft(ms = 0): void {
  if (getTimeLeft() <= ms) throw tooLate();
}

const tooLate = () =>
  new Unavailable(undefined, undefined, { cause: new Error("The request's time was over.") });

const left = ({ at, pausedAt }: Deadline): number => at - (pausedAt ?? performance.now());

/**
 * Runs the work of a request, whose queries and waits obey the deadline.
 * @throws {Unavailable} shortly after the deadline. What still runs then begins no other query.
 */
export function runUntil<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  const run: Work = { deadline, isDone: false };
  const running = scope.run(run, work).finally(() => {
    run.isDone = true;
  });
  return waitUntil(deadline, running, GRACE_MS);
}

/** Waits for work at most until the deadline, which the work itself does not know. @throws {Unavailable} */
export function waitUntil<T>(deadline: Deadline, work: Promise<T>, graceMs = 0): Promise<T> {
  if (deadline.at === Number.POSITIVE_INFINITY) return work;
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout;
    const check = () => {
      // A body that is still being received moves the deadline.
      const ms = deadline.pausedAt === null ? left(deadline) + graceMs : SECOND;
      if (ms <= 0) reject(tooLate());
      else timer = setTimeout(check, ms);
    };
    check();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits for what also serves others, and leaves time for the response. @throws {Unavailable} */
export function waitInTime<T>(work: Promise<T>): Promise<T> {
  const ms = getWaitLeft();
  return ms === Number.POSITIVE_INFINITY
    ? work
    : waitUntil({ at: performance.now() + ms, pausedAt: null }, work);
}

/** Runs work that serves other requests too, or goes on after this one. */
export const runForAll = <T>(work: () => Promise<T>): Promise<T> =>
  findDeadline() ? scope.run({ deadline: null, isDone: false }, work) : work();

/** Receives a body. The time that its client takes does not count. */
export async function receive<T>(read: () => Promise<T>, deadline = findDeadline()): Promise<T> {
  if (!deadline || deadline.pausedAt !== null) return read();
  const since = performance.now();
  deadline.pausedAt = since;
  try {
    return await read();
  } finally {
    deadline.at += performance.now() - since;
    deadline.pausedAt = null;
  }
}
