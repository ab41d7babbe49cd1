import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { startDatabaseProxy } from "../servers/database-proxy.ts";
import type { TestResponse } from "./client.ts";
import { forTest } from "./start-for-test.ts";

const ownUrl = process.env.DATABASE_URL ?? "";

type HangingDatabase = {
  databaseUrl: string;
  hang(): Promise<void>;
  /** Each query is answered within its own limit, and late; SQLite, which has no wire, hangs. */
  slowDown(): Promise<void>;
  goOn(): Promise<void>;
};

const SLOW_MS = 3_000;

/** MySQL says nothing at all any more. SQLite is held by another process and can only be read. */
export async function hangingDatabase(): Promise<HangingDatabase> {
  if (!isSqlite) {
    const proxy = await forTest(startDatabaseProxy(ownUrl), ({ close }) => close());
    return {
      databaseUrl: proxy.url,
      hang: async () => proxy.freeze(),
      slowDown: async () => proxy.slowDown(SLOW_MS),
      async goOn() {
        proxy.thaw();
        proxy.slowDown(0);
      },
    };
  }
  let end = async () => undefined as unknown;
  await forTest(Promise.resolve(), () => end());
  const hang = async () => {
    const held = await sequelize.transaction({ type: "IMMEDIATE" as never });
    end = async () => {
      end = async () => undefined;
      await held.rollback();
    };
  };
  return {
    databaseUrl: ownUrl,
    hang,
    slowDown: hang,
    goOn: async () => void (await end()),
  };
}

export const unavailable = (response: TestResponse) => [
  response.status,
  Number(response.headers.get("retry-after")) > 0,
];
