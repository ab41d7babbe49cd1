import { readVisitor } from "#app/http/cookies/visitor.server.ts";
import { readCookies } from "#app/http/forms/read-body.server.ts";
import type { DeviceOrigin } from "#app/services/auth/sessions/known-devices.server.ts";

const DEVICE_ID = /^[\x21-\x7e]{1,64}$/;

type Header = (name: string) => string | null;

/** Where a sign-in or submission comes from: what its script says of the device, or, without one, the signed cookie in its place. */
export function readDevice(header: Header, clientAddress: string): DeviceOrigin {
  const visible = (name: string) => {
    const value = header(name);
    return value && DEVICE_ID.test(value) ? value : null;
  };
  const cookieId = readVisitor(readCookies(header("cookie")));
  return {
    ip: clientAddress || null,
    userAgent: header("user-agent"),
    deviceId: visible("x-device-id") ?? cookieId,
    deviceFingerprint: visible("x-device-fingerprint"),
    cookieId,
  };
}
