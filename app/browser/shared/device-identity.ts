import { sha256Hex } from "#app/browser/opt-in-page/sha256.ts";
import { isStorageAllowed } from "./storage.ts";

const DEVICE_ID = "_att_did";
const DEVICE_FINGERPRINT = "_att_dfp";

/** Stored on secure pages only. */
export function getDeviceIdentity(): { deviceId: string; deviceFingerprint: string } {
  const keep = isStorageAllowed() ? stored : (_key: string, make: () => string) => make();
  const deviceFingerprint = keep(DEVICE_FINGERPRINT, () => sha256Hex(traits()));
  return { deviceId: keep(DEVICE_ID, () => makeDeviceId(deviceFingerprint)), deviceFingerprint };
}

/** A unique id whose first segment is the beginning of the fingerprint. */
export function makeDeviceId(fingerprint: string): string {
  return fingerprint.slice(0, 8) + randomUuid().slice(8);
}

/** A UUID of version 4; `crypto.randomUUID` is missing on pages that came over http. */
export function randomUuid(): string {
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
    // A 0 or 1 becomes any of 16 digits, the 8 one of 8, 9, a, b.
    (+digit ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (+digit / 4)))).toString(16),
  );
}

function stored(key: string, make: () => string): string {
  let value: string | null = null;
  try {
    value = localStorage.getItem(key);
    if (!value) {
      value = make();
      localStorage.setItem(key, value);
    }
  } catch {
    // Blocked or full: computed each time, as on a page that is not secure.
  }
  return value || make();
}

function traits(): string {
  return [
    navigator.userAgent,
    navigator.language,
    screen.colorDepth,
    screen.width,
    screen.height,
    new Date().getTimezoneOffset(),
    has("sessionStorage"),
    has("localStorage"),
    has("indexedDB"),
    navigator.hardwareConcurrency,
    navigator.platform,
  ].join("|");
}

/** Only asking for a storage throws where it is blocked. */
function has(storage: "sessionStorage" | "localStorage" | "indexedDB"): boolean {
  try {
    return Boolean(window[storage]);
  } catch {
    return false;
  }
}
