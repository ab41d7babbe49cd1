import { parse } from "cookie";
import { visitorCookie } from "#app/http/cookies/visitor.server.ts";
import { DEVICE_ID } from "#app/lib/ids.ts";
import type { DeviceOrigin } from "#app/services/auth/sessions/known-devices.server.ts";

type Header = (name: string) => string | null;

/** The device of a sign-in or submission: as its script sends it, otherwise the visitor cookie. */
export function readDevice(
  header: Header,
  clientAddress: string,
  cookies: Record<string, string | undefined> = parse(header("cookie") ?? ""),
): DeviceOrigin {
  const visible = (name: string) => {
    const value = header(name);
    return value && DEVICE_ID.test(value) ? value : null;
  };
  const cookieId = visitorCookie.read(cookies[visitorCookie.name]);
  return {
    ip: clientAddress || null,
    userAgent: header("user-agent"),
    deviceId: visible("x-device-id") ?? cookieId,
    deviceFingerprint: visible("x-device-fingerprint"),
    cookieId,
  };
}
