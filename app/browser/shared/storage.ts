/** Whether this page may use local storage: over https, or from the own machine. It works without. */
export function isStorageAllowed(): boolean {
  if (!isSecureContext) console.error("Local storage is not used over a non-secure connection.");
  return isSecureContext;
}

export function store(key: string, value: string): void {
  if (!isStorageAllowed()) return;
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the page works without it.
  }
}

export function readStored(key: string): string | null {
  if (!isStorageAllowed()) return null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function removeStored(key: string): void {
  if (!isStorageAllowed()) return;
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked: nothing was stored.
  }
}
