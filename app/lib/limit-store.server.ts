import { RateLimiterMemory } from "rate-limiter-flexible";

/** What is counted: calls with one key, in a window of some seconds that begins with the first. */
type Counter = { name: string; key: string; seconds: number };

/** The points of a counter's current window, and when that ends. */
export type Count = { points: number; msLeft: number };

/** Keeps counters. Processes that use the same store share them. */
export type LimitStore = { add(counter: Counter, by: number): Promise<Count> };

type Limiter = Pick<RateLimiterMemory, "penalty" | "reward">;

/** A store of one limiter for each name. `consume` compares with the limit, so the limiter has none. */
export function createLimiterStore(createLimiter: (name: string, seconds: number) => Limiter): LimitStore {
  const limiters = new Map<string, Limiter>();
  return {
    async add({ name, key, seconds }, by) {
      let limiter = limiters.get(name);
      if (!limiter) {
        limiter = createLimiter(name, seconds);
        limiters.set(name, limiter);
      }
      const result = await (by > 0 ? limiter.penalty(key, by) : limiter.reward(key, -by));
      return { points: result.consumedPoints, msLeft: result.msBeforeNext };
    },
  };
}

/** Counters in memory, lost when the process ends. */
export const createMemoryStore = (): LimitStore =>
  createLimiterStore((name, duration) => new RateLimiterMemory({ keyPrefix: name, points: 1, duration }));
