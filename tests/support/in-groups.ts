const GROUP = 50;

/** Runs `start` for each index, fifty at a time: of a thousand at once the last would wait longer than the app allows. */
export async function inGroups<T>(count: number, start: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count) {
    const length = Math.min(GROUP, count - results.length);
    const first = results.length;
    results.push(...(await Promise.all(Array.from({ length }, (_, index) => start(first + index)))));
  }
  return results;
}
