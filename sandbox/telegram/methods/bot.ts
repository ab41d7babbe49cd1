import type { BotCommand, WebhookInfo } from "@grammyjs/types";
import { isFields } from "../../fields.ts";
import type { Parameters } from "../parameters.ts";
import { badRequest, conflict } from "../refusal.ts";
import type { UpdateKind } from "../update-queue.ts";
import { type Call, Described, type Method } from "./call.ts";

const SECRET_TOKEN = /^[\w-]{1,256}$/;
const PORTS = new Set(["", "443", "80", "88", "8443"]);
const POLL_MAX_SECONDS = 50;
const UPDATES_MAX = 100;
const CONNECTIONS_MAX = 100;
const CONNECTIONS_USUAL = 40;
const WEBHOOK_IS_SET =
  "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";

const getMe: Method = ({ bot: { user } }) => ({
  ...user,
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
});

const setWebhook: Method = ({ bot: { queue }, given }) => {
  const url = given.text("url").trim();
  if (url === "") return deleteWebhook({ bot: { queue }, given } as Call);
  assertWebhookUrl(url);
  const secretToken = given.text("secret_token");
  if (given.has("secret_token") && !SECRET_TOKEN.test(secretToken))
    throw badRequest(
      secretToken.length > 256 ? "secret token is too long" : "secret token contains unallowed characters",
    );
  const asked = given.integer("max_connections") ?? CONNECTIONS_USUAL;
  rememberAllowed(given, queue);
  if (given.flag("drop_pending_updates")) queue.dropPending();
  queue.setWebhook({ url, secretToken, maxConnections: Math.min(Math.max(asked, 1), CONNECTIONS_MAX) });
  return new Described(true, "Webhook was set");
};

/** Telegram takes https only. The sandbox takes this machine by http too: the demo has no certificate. */
function assertWebhookUrl(url: string): void {
  const { protocol, hostname, port } = URL.canParse(url)
    ? new URL(url)
    : { protocol: "", hostname: "", port: "" };
  const isHere = protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost");
  if (isHere) return;
  if (protocol !== "https:") throw badRequest("bad webhook: An HTTPS URL must be provided for webhook");
  if (!PORTS.has(port))
    throw badRequest("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443");
}

/** What was allowed before stays where a call says nothing of it; an empty list is the usual one. */
function rememberAllowed(given: Parameters, queue: Call["bot"]["queue"]): void {
  const list = given.structure("allowed_updates");
  if (list === undefined) return;
  if (!Array.isArray(list)) throw badRequest("can't parse allowed_updates: expected an Array of String");
  queue.allowed = list.length === 0 ? null : (list.map(String) as UpdateKind[]);
}

const deleteWebhook: Method = ({ bot: { queue }, given }) => {
  const wasSet = queue.webhook !== null;
  if (given.flag("drop_pending_updates")) queue.dropPending();
  queue.removeWebhook();
  return new Described(true, wasSet ? "Webhook was deleted" : "Webhook is already deleted");
};

const getWebhookInfo: Method = ({ bot: { queue } }): WebhookInfo => ({
  url: queue.webhook?.url ?? "",
  has_custom_certificate: false,
  pending_update_count: queue.pendingCount,
  ...(queue.webhook && { max_connections: queue.webhook.maxConnections }),
  ...(queue.allowed && { allowed_updates: queue.allowed }),
  ...(queue.lastError && {
    last_error_date: Math.floor(queue.lastError.at / 1000),
    last_error_message: queue.lastError.message,
  }),
});

const getUpdates: Method = ({ bot: { queue }, given }) => {
  if (queue.webhook) throw conflict(WEBHOOK_IS_SET);
  rememberAllowed(given, queue);
  const limit = Math.min(Math.max(given.integer("limit") ?? UPDATES_MAX, 1), UPDATES_MAX);
  const seconds = Math.min(Math.max(given.integer("timeout") ?? 0, 0), POLL_MAX_SECONDS);
  return queue.getUpdates(given.integer("offset"), limit, seconds * 1000);
};

const setMyCommands: Method = ({ bot, given }) => {
  const commands = given.structure("commands");
  if (!Array.isArray(commands) || commands.length > 100 || !commands.every(isCommand))
    throw badRequest("BOT_COMMAND_INVALID");
  bot.commands.set(given.text("language_code"), commands);
  return true;
};

const isCommand = (value: unknown): value is BotCommand =>
  isFields(value) &&
  /^[a-z0-9_]{1,32}$/.test(String(value.command)) &&
  /^.{1,256}$/su.test(String(value.description ?? ""));

export const botMethods = { getMe, setWebhook, deleteWebhook, getWebhookInfo, getUpdates, setMyCommands };
