/** Local storage, on secure pages only. A page that is refused it works without. */
const isSecure = () => location.protocol === "https:";

function refuse(): void {
  console.error("Local storage is not used over a non-secure connection.");
}

export function store(key: string, value: string): void {
  if (!isSecure()) {
    refuse();
    return;
  }
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: what stands in for it does.
  }
}

export function readStored(key: string): string | null {
  if (!isSecure()) {
    refuse();
    return null;
  }
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function removeStored(key: string): void {
  if (!isSecure()) {
    refuse();
    return;
  }
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked: then nothing was kept.
  }
}
