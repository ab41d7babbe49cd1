import type { RequestHandler } from "express";
import { methodNotAllowed, sendErrorAnswer } from "./error-answers.ts";
import { getRequestContext } from "./request-context.ts";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** Remix answers any other method by itself, with a line of text. */
export const methodGuard: RequestHandler = (req, res, next) => {
  if (METHODS.includes(req.method)) return next();
  sendErrorAnswer(req, res, getRequestContext(req).requestId, methodNotAllowed(METHODS));
};
