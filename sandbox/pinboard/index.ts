import { brokenService, lostResponse } from "../broken-services.ts";
import { isFields, parsed, textOf } from "../fields.ts";
import type { SandboxPlatform } from "../platform.ts";
import { keepCall, sentEvent } from "../received.ts";
import { html, json } from "../reply.ts";

const PATH = /^\/pinboard\/ad_accounts\/(\d+)\/events$/;

/** A made-up platform with a click id of its own. */
export const pinboard: SandboxPlatform = {
  id: "pinboard",
  name: "Pinboard",
  environment: (url) => ({ PINBOARD_API_URL: url }),
  hasPath: (path) => path.startsWith("/pinboard/"),
  respond({ method, path, headers, text }, state) {
    const [, assetId = ""] = PATH.exec(path) ?? [];
    if (method !== "POST" || assetId === "") return html(404, "<html><body>Not Found</body></html>");
    const token = textOf(headers.authorization).replace(/^Bearer /, "");
    const fields = parsed(text);
    const data = isFields(fields) && Array.isArray(fields.data) ? fields.data : [];
    const sent = data.map(sentEvent());
    const fault = state.faults.forEvents({ token, assetId, eventIds: sent.map(({ eventId }) => eventId) });
    if (!/^sandbox-\S{2,}$/.test(token) || fault === "invalid" || fault === "expired")
      return json(401, { code: 2, message: "Authentication failed." });
    const broken = brokenService(fault);
    if (broken) return broken;
    if (sent.length === 0) return json(400, { code: 1, message: "data holds no event." });
    const end = lostResponse(fault);
    const call = { platform: "pinboard", assetId, at: state.now(), token };
    keepCall(state.received, call, sent, { accepted: true });
    const answer = json(200, { num_events_received: sent.length, num_events_processed: sent.length });
    return { ...answer, ...(end && { end }) };
  },
};
