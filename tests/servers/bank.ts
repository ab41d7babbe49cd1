import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SNAPSHOT } from "#app/services/exchange-rates/snapshot.ts";

export type Bank = {
  url: string;
  /** How often it was asked. */
  asked(): number;
  /** What it answers from now on. */
  answer(how: (response: ServerResponse) => void): void;
  /** Forgets how often it was asked, and has nothing from now on. */
  reset(): void;
  close(): Promise<void>;
};

/** The bank's daily file with these rates, and with those of all its other currencies. */
export const dailyFile = (day: string, rates: Record<string, string> = {}): string =>
  partOfFile(day, Object.entries({ ...SNAPSHOT.rates, ...rates }));

/** The bank's daily file with these rates alone. */
export const partOfFile = (
  day: string,
  rates: [currency: string, rate: string][],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube><Cube time='${day}'>${rates
    .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
    .join("")}</Cube></Cube>
</gesmes:Envelope>`;

/** A server that stands where the central bank's does. */
export async function startBank(): Promise<Bank> {
  let count = 0;
  const hasNothing = (response: ServerResponse): void => {
    response.writeHead(404).end();
  };
  let how = hasNothing;
  const server = createServer((_request, response) => {
    count++;
    how(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml`,
    asked: () => count,
    answer(next) {
      how = next;
    },
    reset() {
      count = 0;
      how = hasNothing;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
