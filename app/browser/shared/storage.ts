/** Local storage as the product uses it: on a secure page only, and never with a page that fails for want of it. */
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

/**
 * Lets the router go on where the browser refuses the tab's storage: it finds the routes of the next page only if it may note that it did.
 * What stands in lasts as long as the document.
 */
export function polyfillSessionStorage(): void {
  try {
    sessionStorage.getItem("");
  } catch {
    const kept = new Map<string, string>();
    const standIn = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    Object.defineProperty(window, "sessionStorage", { value: standIn, configurable: true });
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
