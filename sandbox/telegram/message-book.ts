import type { Message, ReplyKeyboardMarkup } from "@grammyjs/types";

export type KeptMessage = {
  message: Message;
  isFromBot: boolean;
  /** Texts that it had before, the first one first. */
  earlierTexts: string[];
  isDeleted: boolean;
};

/** What a person sees over the chat after a button is pressed. */
export type ButtonAnswer = { text: string; isAlert: boolean; url: string };

/** What stands in one chat. Each counts its messages from 1: an id says nothing without its chat. */
export class MessageBook {
  /** The buttons below the text box. */
  keyboard: ReplyKeyboardMarkup | null = null;
  /** To the button that was pressed last. */
  answer: ButtonAnswer | null = null;
  private readonly messages = new Map<number, KeptMessage>();
  private readonly watchers = new Set<() => void>();
  private lastId = 0;

  add(make: (messageId: number) => Message, isFromBot: boolean): Message {
    this.lastId += 1;
    const message = make(this.lastId);
    this.messages.set(this.lastId, { message, isFromBot, earlierTexts: [], isDeleted: false });
    if (isFromBot) this.announce();
    return message;
  }

  find(messageId: number | null): KeptMessage | null {
    const kept = messageId === null ? undefined : this.messages.get(messageId);
    return kept && !kept.isDeleted ? kept : null;
  }

  replace(kept: KeptMessage, message: Message): Message {
    if (kept.message.text !== message.text) kept.earlierTexts.push(kept.message.text ?? "");
    kept.message = message;
    this.announce();
    return message;
  }

  all = (): KeptMessage[] => [...this.messages.values()];

  announce(): void {
    for (const watcher of this.watchers) watcher();
  }

  /** Waits for what the bot does, and for a pause after it; no longer than `ms`. */
  waitForBot(ms: number, pauseMs = 200): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.watchers.delete(onChange);
        resolve();
      };
      let timer = setTimeout(end, ms);
      const deadline = Date.now() + ms;
      const onChange = () => {
        clearTimeout(timer);
        timer = setTimeout(end, Math.min(pauseMs, Math.max(0, deadline - Date.now())));
      };
      this.watchers.add(onChange);
    });
  }
}
