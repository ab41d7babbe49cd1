import type { Fault } from "./faults.ts";
import { html, json, type Reply } from "./reply.ts";

/** The responses of a service in trouble, or of something in front of it, that did not take the event. */
export function brokenService(fault: Fault | null): Reply | null {
  const apology =
    "<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Sorry, something went wrong.</h1></body></html>";
  switch (fault) {
    case "500":
      return html(500, apology);
    case "429":
      return html(429, apology, { "retry-after": "60" });
    case "html-200":
      return html(200, apology);
    case "empty-200":
      return { ...json(200, {}), body: "" };
    case "oversized-200":
      return html(200, "x".repeat(200_000));
    case "huge-200":
      return { ...html(200, "x".repeat(1_000_000)), end: "a hundred times" };
    case "redirect":
      return { ...json(302, {}, { location: "/received" }), body: "" };
    case "hangs":
      return { ...json(200, {}), end: "never" };
    default:
      return null;
  }
}

const LOST_RESPONSES: Partial<Record<Fault, Reply["end"]>> = {
  "slow-accepts": "slowly",
  drip: "byte by byte",
  half: "in the middle",
  reset: "reset",
};

/** How the connection ends after an event was accepted, if its response is lost. */
export const lostResponse = (fault: Fault | null): Reply["end"] =>
  fault ? LOST_RESPONSES[fault] : undefined;
