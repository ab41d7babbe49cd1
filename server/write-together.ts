let waiting: (() => void)[] = [];

/**
 * Writes the responses of one turn of the event loop right after each other. A write wakes up whoever reads
 * it: between other work each would pay for that, together the first one does.
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
