import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Lane, RequestContext } from "./request-context.ts";
import type { CompleteHeaders } from "./security-headers.ts";

type Stages = {
  /** Told of every response, so that the last ones can be waited for. */
  track: (res: ServerResponse) => void;
  frontDoor: (req: IncomingMessage, res: ServerResponse) => RequestContext | null;
  fastLane: Lane;
  completeHeaders: CompleteHeaders;
  application: RequestListener;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
};

/** The way of a request: front door, fast lane, Express. An exception ends the request, never the process. */
export function createRequestListener(stages: Stages): RequestListener {
  return (req, res) => {
    stages.track(res);
    try {
      const context = stages.frontDoor(req, res);
      if (!context) return;
      const handOn = () => {
        stages.completeHeaders(res, context);
        stages.application(req, res);
      };
      if (!stages.fastLane(req, res, context, handOn)) handOn();
    } catch (error) {
      stages.onError(error, req, res);
    }
  };
}
