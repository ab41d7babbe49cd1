import { chances } from "../../scripts/sample-values.ts";

export type Dice = {
  /** From `min` to `max`, both included. */
  whole: (min: number, max: number) => number;
  pick: <T>(list: readonly T[]) => T;
  /** True for this share of all cases. */
  happens: (share: number) => boolean;
};

export function createDice(seed: number): Dice {
  const random = chances(seed);
  const whole = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  return {
    whole,
    pick: <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T,
    happens: (share) => random() < share,
  };
}
