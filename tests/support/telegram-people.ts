import type { Update, User } from "@grammyjs/types";
import type { SeenBot, SeenChat, SeenGroup, SeenMessage } from "../../sandbox/telegram/seen.ts";

type Where = { bot: number | string } | { group: number };
type Content =
  | { text: string }
  | { file: string }
  | { voice: number }
  | { sticker: string }
  | { contact: string }
  | { friend: string };
type Rights = Readonly<Record<`can_${string}`, boolean>> | "member" | null;

/** What people do in the sandbox's Telegram; `sandbox/telegram/people-endpoints.ts` says what each act is. */
export function telegramPeople(sandboxUrl: string) {
  async function send(method: string, path: string, fields: object = {}): Promise<unknown> {
    const query = method === "GET" ? `?${new URLSearchParams(fields as Record<string, string>)}` : "";
    const response = await fetch(`${sandboxUrl}/telegram/${path}${query}`, {
      method,
      ...(method === "POST" && { body: JSON.stringify(fields) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  }
  const act = (name: string, fields: object = {}) => send("POST", name, fields);
  const see = <T>(name: string, fields: object) => send("GET", name, fields) as Promise<T>;
  const seeChat = (where: Where, person: User) => see<SeenChat>("seen", { ...where, person: person.id });

  return {
    createPerson: (given: Partial<User> = {}) => act("people", given) as Promise<User>,
    createPeople: async (count: number) => ((await act("people", { count })) as { people: User[] }).people,
    /** Presses a deep link and Start. */
    pressLink: (bot: number | string, person: User, start = "") =>
      act("start", { bot, person: person.id, start }) as Promise<{ messageIds: number[] }>,
    say: (where: Where, person: User, content: string | Content) =>
      act("say", {
        ...where,
        person: person.id,
        ...(typeof content === "string" ? { text: content } : content),
      }) as Promise<{ messageIds: number[] }>,
    edit: (where: Where, person: User, messageId: number, text: string) =>
      act("edit", { ...where, person: person.id, messageId, text }),
    /** Presses a button by its text or data. */
    press: (where: Where, person: User, messageId: number, button: string) =>
      act("press", { ...where, person: person.id, messageId, button }) as Promise<{ url: string | null }>,
    block: (bot: number | string, person: User) => act("block", { bot, person: person.id }),
    unblock: (bot: number | string, person: User) => act("unblock", { bot, person: person.id }),
    createGroup: (given: { type: SeenGroup["type"]; title?: string; username?: string; owner?: number }) =>
      act("groups", given) as Promise<SeenGroup>,
    placeBot: (bot: number | string, group: number, rights: Rights) =>
      act("rights", { bot, group, rights }) as Promise<SeenGroup>,
    askToJoin: (person: User, link: string) =>
      act("ask", { person: person.id, link }) as Promise<{ state: "asked" | "joined" }>,
    /** So many new people ask at once. */
    askManyToJoin: async (link: string, count: number) =>
      ((await act("requests", { link, count })) as { people: User[] }).people,
    join: (person: User, group: number) => act("join", { person: person.id, group }),
    leave: (person: User, group: number) => act("leave", { person: person.id, group }),
    revokeBot: (bot: number | string) => act("revoke", { bot }),
    replay: (bot: number | string, updateId: number) => act("replay", { bot, updateId }),
    sendUpdate: (bot: number | string, update: Update) => act("update", { bot, update }),
    holdUpdates: (bot: number | string) => act("hold", { bot }),
    releaseUpdates: (bot: number | string, isReversed = false) => act("release", { bot, isReversed }),
    changeSettings: (settings: { retryMs?: number; pace?: number }) => act("settings", settings),
    seeChat,
    /** What stands in a chat, without what was deleted. */
    messagesOf: async (where: Where, person: User): Promise<SeenMessage[]> =>
      (await seeChat(where, person)).messages.filter(({ isDeleted }) => !isDeleted),
    seeGroup: (group: number) => see<SeenGroup>("group", { group }),
    /** Ids of the people who are in a channel or group. */
    membersOf: async (group: number): Promise<number[]> =>
      (await see<SeenGroup>("group", { group })).members
        .filter(({ status, isBot }) => status === "member" && !isBot)
        .map(({ id }) => id),
    seeBot: (bot: number | string) => see<SeenBot>("bot", { bot }),
  };
}
