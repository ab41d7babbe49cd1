import { AsyncLocalStorage } from "node:async_hooks";

/**
 * A value that a piece of work and all that it calls can read. In Node.js 20 each promise of the process
 * costs three times as much while such a store is in use, so it is disabled while no work is under way.
 */
export function createScope<T>() {
  const store = new AsyncLocalStorage<T>();
  let running = 0;
  return {
    get: (): T | undefined => store.getStore(),
    async run<R>(value: T, work: () => Promise<R>): Promise<R> {
      running += 1;
      try {
        return await store.run(value, work);
      } finally {
        running -= 1;
        if (running === 0) store.disable();
      }
    },
  };
}
