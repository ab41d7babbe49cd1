import { randomUUID } from "node:crypto";

export type SandboxDeposit = { id: string; at: number; amount: number; coin: string };

/** A client of the partner, as brokers know one. */
export type SandboxClient = {
  account: string;
  /** Exness's id of the person. */
  uid: string;
  email: string;
  country: string;
  registeredAt: number;
  isKyc: boolean;
  deposits: SandboxDeposit[];
};

export type ClientEvent = {
  account: string;
  email?: string;
  event: "registration" | "kyc" | "deposit";
  amount?: number;
  coin?: string;
  /** In milliseconds. */
  at: number;
};

/** The clients that the three APIs answer about, in the order in which they came. */
class ClientBook {
  private readonly clients = new Map<string, SandboxClient>();
  private count = 0;

  /** What a client did. One who is not known registers first. */
  say({ account, email = "", event, amount = 0, coin = "USDT", at }: ClientEvent): SandboxClient {
    const known = this.clients.get(account);
    const client: SandboxClient = known ?? {
      account,
      uid: randomUUID(),
      email: email.toLowerCase(),
      country: "ES",
      registeredAt: at,
      isKyc: false,
      deposits: [],
    };
    if (!known) this.clients.set(account, client);
    if (email !== "") client.email = email.toLowerCase();
    if (event === "kyc") client.isKyc = true;
    if (event === "deposit") {
      this.count += 1;
      client.deposits.push({ id: `100${this.count}`, at, amount, coin });
    }
    return client;
  }

  find = (account: string): SandboxClient | null => this.clients.get(account) ?? null;
  findByEmail = (email: string): SandboxClient[] =>
    this.all().filter((client) => client.email !== "" && client.email === email.toLowerCase());
  all = (): SandboxClient[] => [...this.clients.values()];

  /** One who leaves the partner. */
  remove(account: string): void {
    this.clients.delete(account);
  }

  clear(): void {
    this.clients.clear();
  }
}

/** One for the three APIs: what a client did is said once. */
export const sandboxClients = new ClientBook();

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a client deposited in the last days. */
export const depositedIn = ({ deposits }: SandboxClient, days: number, now: number): number =>
  deposits.reduce((sum, { at, amount }) => (at > now - days * DAY_MS ? sum + amount : sum), 0);

/** What every key of the sandbox is signed with. */
export const SANDBOX_SECRET = "sandbox-secret";
export const SANDBOX_PASSPHRASE = "sandbox-passphrase";
export const isSandboxKey = (text: string) => /^sandbox-\S{3,}$/.test(text);
