import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { FastLane, RequestContext } from "./request-context.ts";
import type { ObserveRequest } from "./request-observer.ts";
import type { SetDefaultHeaders } from "./security-headers.ts";

type Stages = {
  /** Called for every response, so that the shutdown can wait for the open ones. */
  track: (res: ServerResponse) => void;
  /** Handles every request, and looks at it when its response has ended. */
  observe: ObserveRequest;
  requestGate: (req: IncomingMessage, res: ServerResponse) => RequestContext | null;
  fastLane: FastLane;
  setDefaultHeaders: SetDefaultHeaders;
  application: RequestListener;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
};

/** Request gate, fast lane, Express. An exception ends the request, never the process. */
export function createRequestListener(stages: Stages): RequestListener {
  return (req, res) => {
    stages.track(res);
    stages.observe(req, res, () => {
      try {
        const context = stages.requestGate(req, res);
        if (!context) return;
        const next = () => {
          stages.setDefaultHeaders(res, context);
          stages.application(req, res);
        };
        if (!stages.fastLane(req, res, context, next)) next();
      } catch (error) {
        stages.onError(error, req, res);
      }
    });
  };
}
