/** A possible pair with its worth. Both sides are positions. */
export type Edge = { left: number; right: number; worth: number };

/** Up to this size a group is solved exactly; beyond, the best pair is taken first. */
const EXACT_MAX = 80;

/**
 * Pairs each left with at most one right so that the worth of all pairs is the largest. Equal worths are
 * decided by position, so a stable order of the positions makes a stable result.
 */
export function assign<Own extends Edge>(edges: readonly Own[]): Own[] {
  return findGroups(edges).flatMap((group) => {
    if (group.length === 1) return group;
    const lefts = [...new Set(group.map(({ left }) => left))].sort((a, b) => a - b);
    const rights = [...new Set(group.map(({ right }) => right))].sort((a, b) => a - b);
    return lefts.length + rights.length <= EXACT_MAX
      ? assignExactly(group, lefts, rights)
      : assignBestFirst(group);
  });
}

/** Edges that share a left or a right, also by way of others, are one group. */
function findGroups<Own extends Edge>(edges: readonly Own[]): Own[][] {
  const parents = new Map<string, string>();
  const findRoot = (key: string) => {
    let root = key;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    for (let at = key; at !== root; ) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { left, right } of edges) {
    const [a, b] = [findRoot(`l${left}`), findRoot(`r${right}`)];
    if (a !== b) parents.set(a, b);
  }
  const groups = new Map<string, Own[]>();
  for (const edge of edges) {
    const root = findRoot(`l${edge.left}`);
    const group = groups.get(root);
    if (group) group.push(edge);
    else groups.set(root, [edge]);
  }
  return [...groups.values()];
}

function assignBestFirst<Own extends Edge>(edges: Own[]): Own[] {
  const sorted = [...edges].sort((a, b) => b.worth - a.worth || a.left - b.left || a.right - b.right);
  const [lefts, rights] = [new Set<number>(), new Set<number>()];
  return sorted.filter(({ left, right }) => {
    if (lefts.has(left) || rights.has(right)) return false;
    lefts.add(left);
    rights.add(right);
    return true;
  });
}

/** The Hungarian method with potentials. A missing edge costs as much as no pair. */
function assignExactly<Own extends Edge>(edges: Own[], lefts: number[], rights: number[]): Own[] {
  const width = rights.length + lefts.length;
  const most = Math.max(...edges.map(({ worth }) => worth), 0) + 1;
  const byPair = new Map(edges.map((edge) => [`${edge.left} ${edge.right}`, edge]));
  const cost = lefts.map((left) =>
    Array.from({ length: width }, (_, at) => most - (byPair.get(`${left} ${rights[at]}`)?.worth ?? 0)),
  );
  const ofLeft = new Array<number>(lefts.length + 1).fill(0);
  const ofRight = new Array<number>(width + 1).fill(0);
  const paired = new Array<number>(width + 1).fill(0);
  for (let left = 1; left <= lefts.length; left++) {
    const way = new Array<number>(width + 1).fill(0);
    const least = new Array<number>(width + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Array<boolean>(width + 1).fill(false);
    paired[0] = left;
    let column = 0;
    do {
      used[column] = true;
      const row = paired[column] ?? 0;
      let [delta, next] = [Number.POSITIVE_INFINITY, 0];
      for (let at = 1; at <= width; at++) {
        if (used[at]) continue;
        const reduced = (cost[row - 1]?.[at - 1] ?? most) - (ofLeft[row] ?? 0) - (ofRight[at] ?? 0);
        if (reduced < (least[at] ?? 0)) [least[at], way[at]] = [reduced, column];
        if ((least[at] ?? 0) < delta) [delta, next] = [least[at] ?? 0, at];
      }
      for (let at = 0; at <= width; at++) {
        if (used[at]) {
          ofLeft[paired[at] ?? 0] = (ofLeft[paired[at] ?? 0] ?? 0) + delta;
          ofRight[at] = (ofRight[at] ?? 0) - delta;
        } else least[at] = (least[at] ?? 0) - delta;
      }
      column = next;
    } while ((paired[column] ?? 0) !== 0);
    do {
      const previous = way[column] ?? 0;
      paired[column] = paired[previous] ?? 0;
      column = previous;
    } while (column !== 0);
  }
  const chosen: Own[] = [];
  for (let at = 1; at <= rights.length; at++) {
    const left = lefts[(paired[at] ?? 0) - 1];
    const edge = left === undefined ? undefined : byPair.get(`${left} ${rights[at - 1]}`);
    if (edge) chosen.push(edge);
  }
  return chosen;
}
