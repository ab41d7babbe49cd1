let waiting: (() => void)[] = [];

/**
 * Writes the responses of one turn of the event loop together: each write wakes its reader, which costs least
 * if nothing runs in between.
 * @param write must not throw
 */
export function writeTogether(write: () => void): void {
  if (waiting.length === 0) setImmediate(writeAll);
  waiting.push(write);
}

function writeAll(): void {
  const writes = waiting;
  waiting = [];
  for (const write of writes) write();
}
