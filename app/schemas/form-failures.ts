import { messages } from "./messages/index.ts";

/** What is said of each form of a page that failed, by intent. Without schemas, because browsers load it. */
export const spendFormFailures: Record<string, string> = {
  upload: messages.spend.uploadFailed,
  add: messages.spend.addFailed,
  delete: messages.spend.deleteFailed,
};

export const spendFileFormFailures: Record<string, string> = {
  read: messages.spend.readFailed,
  delete: messages.spend.deleteFailed,
};

/** The specification's sentences. */
export const userFormFailures: Record<string, string> = {
  role: messages.admin.roleFailed,
  status: messages.admin.statusFailed,
};

/** What the pages send of one platform by a press. */
export const PLATFORM_ACTIONS = ["on", "off", "default", "add-to-form", "delete", "up", "down"] as const;
export type PlatformActionName = (typeof PLATFORM_ACTIONS)[number];
export const platformActionFailures: Record<PlatformActionName, string> = {
  on: messages.platforms.statusFailed,
  off: messages.platforms.statusFailed,
  default: messages.platforms.defaultFailed,
  "add-to-form": messages.platforms.addToFormFailed,
  delete: messages.platforms.deleteFailed,
  up: messages.platforms.reorderFailed,
  down: messages.platforms.reorderFailed,
};
