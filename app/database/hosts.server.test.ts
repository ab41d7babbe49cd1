import { expect, test } from "vitest";
import { chooseHost } from "./hosts.server.ts";

const SECOND = 1_000;
const NOW = 1_000 * SECOND;

/** Each by how many seconds it has been ready; null if it is not. The current one has the index `current`. */
function choose(readyForSeconds: (number | null)[], current: number): number {
  const hosts = readyForSeconds.map((seconds) => ({
    readySince: seconds === null ? null : NOW - seconds * SECOND,
  }));
  return hosts.indexOf(chooseHost(hosts, hosts[current] ?? { readySince: null }, NOW));
}

test("the first host of the list that is ready is used, one that came back after thirty seconds", () => {
  expect(choose([900, 900, 900], 0)).toBe(0);
  expect(choose([null, 900, 900], 0)).toBe(1);
  expect(choose([null, null, 900], 1)).toBe(2);
  expect(choose([29, 900, 900], 1)).toBe(1);
  expect(choose([30, 900, 900], 1)).toBe(0);
  // One that was ready all the time is better than one that has just come back.
  expect(choose([5, null, 900], 1)).toBe(2);
  expect(choose([5, null, null], 1)).toBe(0);
  expect(choose([null, 3, 900], 1)).toBe(1);
});

test("while no host is ready the last one stays", () => {
  expect(choose([null, null, null], 1)).toBe(1);
});
