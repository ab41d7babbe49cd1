import { readFileSync } from "node:fs";

/** The megabytes of memory that a process holds; null where there is no /proc. */
export function residentMb(pid: number | undefined): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes ? Number(kilobytes) / 1_024 : null;
  } catch {
    return null;
  }
}
