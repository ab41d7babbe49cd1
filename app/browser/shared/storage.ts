/** Local storage, on secure pages only. Pages work without it. */
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
    // Blocked or full: the page works without it.
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
    // Blocked: nothing was stored.
  }
}
