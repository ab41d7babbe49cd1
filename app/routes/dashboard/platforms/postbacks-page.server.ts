import { Invalid } from "#app/lib/errors.ts";
import type { EvidenceKind } from "#app/lib/evidence.ts";
import { currencyCodes } from "#app/lib/money.ts";
import { pick } from "#app/lib/objects.ts";
import type { PostbackField } from "#app/lib/postbacks.ts";
import type { PostbackAddress } from "#app/models/postback-address.server.ts";
import { createMask, presentPostback, presentPostbackSettings, seesCalls } from "#app/presenters/postback.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  POSTBACK_WORD_MAX,
  POSTBACK_WORDS_MAX,
  PostbackFields,
  type PostbackForm,
  PostbackQuery,
  PostbackSettingsInput,
} from "#app/schemas/postbacks.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { describeAddress, findSamples } from "#app/services/postbacks/describe-address.server.ts";
import { findUnknownWords } from "#app/services/postbacks/find-unknown-words.server.ts";
import { countRefusals, listPostbacks } from "#app/services/postbacks/list-postbacks.server.ts";
import { findPostbackAddress } from "#app/services/postbacks/manage-postbacks.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

/** @throws {NotFound} also for another workspace's platform */
export async function loadPostbacks(
  { workspace, role }: Member,
  platformId: string,
  search: URLSearchParams,
) {
  const broker = { workspaceId: workspace.id, platformId };
  const platform = await getPlatform(broker);
  const { cursor } = parseInput(PostbackQuery, Object.fromEntries(search));
  const canEdit = isAllowed(role, "brokers:write");
  const address = await findPostbackAddress(broker);
  const [described, log, samples, refused, unknown] = await Promise.all([
    describeAddress(address, broker, { isShown: canEdit, hasExamples: canEdit }),
    listPostbacks(broker, { cursor }),
    findSamples(broker),
    countRefusals(platformId),
    address && canEdit ? findUnknownWords(address) : [],
  ]);
  const settings = presentPostbackSettings(described);
  const meanings = new Map(settings.fields.map(({ name, meaning }) => [name.toLowerCase(), meaning]));
  const names = [
    ...settings.fields.map(({ name }) => name),
    ...[...samples.values()]
      .map(({ name }) => name)
      .filter((name) => !meanings.has(name.toLowerCase()) && isFieldName(name)),
  ];
  const newest = newestWord(settings.fields, samples);
  const mask = seesCalls((action) => isAllowed(role, action)) ? null : createMask(settings.fields);
  return {
    platform: pick(platform, ["id", "name"]),
    settings,
    memberLeftAt: address?.memberLeftAt?.toISOString() ?? null,
    parameters: canEdit
      ? names.slice(0, 100).map((name) => ({
          name,
          example: samples.get(name.toLowerCase())?.value.slice(0, 60) ?? null,
          meaning: meanings.get(name.toLowerCase()) ?? "ignore",
          isNew: !meanings.has(name.toLowerCase()),
        }))
      : [],
    words: canEdit ? toWords(new Map(Object.entries(settings.kinds)), { unknown, newest }) : [],
    postbacks: log.postbacks.map((one) => presentPostback(one, mask)),
    nextCursor: log.nextCursor,
    cursor: cursor ?? null,
    refused,
    currencies: currencyCodes(),
    canEdit,
    isOwner: isAllowed(role, "workspace:write"),
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
}

/** Whether the form can send it: a call may have any name. */
const isFieldName = (name: string): boolean =>
  name === name.trim() && PostbackFields.safeParse([{ name, meaning: "ignore" }]).success;

/** What the newest calls call their event; empty for a parameter that nobody has named yet. */
function newestWord(fields: readonly PostbackField[], samples: ReadonlyMap<string, { value: string }>) {
  const kind = fields.find(({ meaning }) => meaning === "kind");
  return kind ? samples.get(kind.name.toLowerCase())?.value.trim() : "";
}

/** The words that the owner has said the meaning of, and those that he may say. */
function toWords(
  said: ReadonlyMap<string, EvidenceKind>,
  { unknown, newest }: { unknown: readonly string[]; newest: string | undefined },
) {
  const offered = [...unknown, ...(newest === undefined ? [] : [newest])].filter(
    (word) => word.length <= POSTBACK_WORD_MAX,
  );
  const isNew = (word: string) => unknown.includes(word) && !said.has(word);
  return [...new Set([...said.keys(), ...offered])]
    .slice(0, POSTBACK_WORDS_MAX)
    .map((word) => ({ word, kind: said.get(word) ?? "", isNew: isNew(word) }));
}

type FormOf<Intent> = Extract<PostbackForm, { intent: Intent }>;

/** What the form of the reading says, as a program would. */
export function toReadingInput(form: FormOf<"reading">): PostbackSettingsInput {
  const { names, meanings, words, wordKinds, currency, timeZone, intent: _, ...plain } = form;
  const fields = names.map((name, index) => ({ name, meaning: meanings[index] ?? ("ignore" as const) }));
  const kinds = words.flatMap((word = "", index) => {
    const kind = wordKinds[index];
    return kind ? [[word, kind] as const] : [];
  });
  return {
    ...plain,
    currency: currency ?? null,
    timeZone: timeZone ?? null,
    fields: parseInput(PostbackFields, fields),
    kinds: Object.fromEntries(kinds),
  };
}

/**
 * What the form of who may call says.
 * @throws {Invalid} for a secret that nobody would know: the page shows none
 */
export function toProofInput(
  { secret, name, value, ips }: FormOf<"proof">,
  address: PostbackAddress | null,
): PostbackSettingsInput {
  if (secret !== undefined && secret !== "none" && value === undefined && address?.secretKind !== secret)
    throw new Invalid([{ field: "value", message: messages.postbacks.secretMissing }]);
  const given = { ...(value === undefined ? {} : { value }) };
  return parseInput(PostbackSettingsInput, {
    ips,
    ...(secret === undefined ? {} : { secret }),
    ...(secret === "parameter" ? { parameter: { ...given, ...(name ? { name } : {}) } } : {}),
    ...(secret === "hmac" ? { hmac: { ...given, ...(name ? { header: name } : {}) } } : {}),
  });
}
