/** Joins keys that mean the same, directly or through others. */
export function createJoins() {
  const next = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let to = next.get(root); to !== undefined; to = next.get(root)) root = to;
    // The way is short the next time.
    for (let at = key; at !== root; ) {
      const to = next.get(at) ?? root;
      next.set(at, root);
      at = to;
    }
    return root;
  };
  return {
    join(a: string, b: string): void {
      const [own, other] = [rootOf(a), rootOf(b)];
      if (own !== other) next.set(own, other);
    },
    /** The same for all keys that are joined. */
    rootOf,
  };
}
