import type { Device } from "#app/services/accounts/sessions.server.ts";

const DEVICE_ID = /^[\x21-\x7e]{1,64}$/;

/** Where a sign-in or submission comes from, as its headers say. */
export function readDevice(header: (name: string) => string | null, clientAddress: string): Device {
  const visible = (name: string) => {
    const value = header(name);
    return value && DEVICE_ID.test(value) ? value : null;
  };
  return {
    ip: clientAddress || null,
    userAgent: header("user-agent"),
    deviceId: visible("x-device-id"),
    deviceFingerprint: visible("x-device-fingerprint"),
  };
}
