/** Resolves to the result of `loading`, or to `known` if that takes longer than `ms`. */
export async function resolveWithin<T>(loading: Promise<T>, ms: number, known: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(known), ms);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}
