import { connect, type Socket } from "node:net";
import mysql, { type Connection, type RowDataPacket } from "mysql2";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { countFailover } from "#app/lib/metrics.server.ts";

const PROBE_EVERY_MS = SECOND / 2;
const ANSWER_MAX_MS = SECOND;
const LATE_MS = 100;
/** A process that starts is too busy to hear an answer at once. */
const SILENT_PROBES = 10;
/** A host that came back may go again at once, and its caches are empty. */
const TRUST_AFTER_MS = 30 * SECOND;

type Address = { host: string; port: number };

export const toSocket = (connection: Connection) => (connection as unknown as { stream: Socket }).stream;

type Host = Address & {
  url: string;
  /** The connection that asks. */
  probe: Connection | null;
  isGalera: boolean;
  hasAnswered: boolean;
  /** Until it has answered. */
  silentProbes: number;
  /** Since when it is ready; null while it is not. One that is ready at the first probe always was. */
  readySince: number | null;
};

export type HostFigures = { host: string; isReady: boolean; isUsed: boolean };

/**
 * Watches the hosts of a cluster. Every process uses the first one in the list that is ready, so that all
 * write to one: nodes of Galera that are written to at once refuse each other's commits.
 */
export function watchHosts(urls: string[]) {
  const hosts = urls.map(toHost);
  const connections = new Set<Connection>();
  let current = hosts[0] as Host;
  let isFirstRound = true;

  const setReady = (host: Host, isReady: boolean) => {
    if (!isReady) host.readySince = null;
    else host.readySince ??= isFirstRound ? 0 : Date.now();
  };
  const choose = () => {
    const last = current;
    current = chooseHost(hosts, current, Date.now());
    if (current === last) return;
    log.warn({ from: toName(last), to: toName(current) }, "another host of the database is used");
    if (!isFirstRound) countFailover();
    if (last.readySince !== null) return;
    // It may never answer what it was asked.
    for (const connection of connections) if (isTo(last, connection)) toSocket(connection).destroy();
  };
  const probeAll = async () => {
    await Promise.all(
      hosts.map(async (host) => {
        setReady(host, await probe(host));
        if (!isFirstRound) choose();
      }),
    );
    choose();
    isFirstRound = false;
    setTimeout(probeAll, PROBE_EVERY_MS).unref();
  };
  const firstRound = probeAll();

  return {
    /** Where to connect to, once every host was asked. While none is ready it is the last one that was. */
    async choose(): Promise<Address> {
      await firstRound;
      return { host: current.host, port: current.port };
    },
    /** Closes the connection when its host is lost. */
    add(connection: Connection): void {
      connections.add(connection);
      toSocket(connection).once("close", () => connections.delete(connection));
    },
    isCurrent: (connection: Connection): boolean => isTo(current, connection),
    /** Each host of the list, by its address. */
    read: (): HostFigures[] =>
      hosts.map((host) => ({
        host: toName(host),
        isReady: host.readySince !== null,
        isUsed: host === current,
      })),
    /** The connection's host said that it is not ready, and counts as such until it is asked again. */
    leave(connection: Connection): void {
      for (const host of hosts) if (isTo(host, connection)) setReady(host, false);
      choose();
    },
  };
}

type Readiness = Pick<Host, "readySince">;

/**
 * The first host in the list that is ready, and was for 30 seconds if it is to replace one that is ready too.
 * Without any, the current one.
 */
export function chooseHost<One extends Readiness>(hosts: One[], current: One, now: number): One {
  const ready = hosts.filter(({ readySince }) => readySince !== null);
  const trusted = ready.find(({ readySince }) => now - (readySince ?? 0) >= TRUST_AFTER_MS);
  if (current.readySince === null) return trusted ?? ready[0] ?? current;
  return trusted && hosts.indexOf(trusted) < hosts.indexOf(current) ? trusted : current;
}

function toHost(url: string): Host {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return {
    host,
    port: Number(port || 3306),
    url,
    probe: null,
    isGalera: false,
    hasAnswered: false,
    silentProbes: 0,
    readySince: null,
  };
}

const toName = ({ host, port }: Address) => `${host}:${port}`;

const isTo = (host: Address, { config }: Connection) =>
  config.host === host.host && config.port === host.port;

const STATUS = `SHOW GLOBAL STATUS WHERE Variable_name IN
  ('wsrep_provider_name', 'wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state')`;
const SYNCED = "4";

/** Whether the host answers in time and, as a node of Galera, is Primary and Synced. */
async function probe(host: Host): Promise<boolean> {
  host.probe ??= openProbe(host);
  const connection = host.probe;
  let limit: NodeJS.Timeout | undefined;
  try {
    const rows = await new Promise<RowDataPacket[]>((resolve, reject) => {
      // What arrived while this process was busy is read first. The timer also keeps a command running.
      const giveUp = () => setImmediate(() => reject(new Error("no answer")));
      const waitForAnswer = () => {
        const dueAt = performance.now() + ANSWER_MAX_MS;
        // A process that is late itself cannot tell that another is.
        const isLate = () => performance.now() - dueAt > LATE_MS;
        limit = setTimeout(() => (isLate() ? waitForAnswer() : giveUp()), ANSWER_MAX_MS);
      };
      waitForAnswer();
      connection.query<RowDataPacket[]>(STATUS, (error, found) => (error ? reject(error) : resolve(found)));
    });
    const status = Object.fromEntries(rows.map((row) => [row.Variable_name, row.Value]));
    if (!host.hasAnswered) log.info({ host: toName(host) }, "a host of the database answers");
    host.hasAnswered = true;
    host.isGalera ||= Boolean(status.wsrep_provider_name);
    return (
      !host.isGalera ||
      (status.wsrep_ready === "ON" &&
        status.wsrep_cluster_status === "Primary" &&
        status.wsrep_local_state === SYNCED)
    );
  } catch (error) {
    host.silentProbes += 1;
    // Otherwise a wrong address shows when the other hosts are lost.
    if (!host.hasAnswered && host.silentProbes === SILENT_PROBES)
      log.error({ err: error, host: toName(host) }, "a host of DATABASE_URL has never answered");
    connection.destroy();
    host.probe = null;
    return false;
  } finally {
    clearTimeout(limit);
  }
}

/** It does not keep the process running. */
function openProbe({ url, host, port }: Host): Connection {
  const stream = () => connect(port, host).setNoDelay().unref();
  const connection = mysql.createConnection({ uri: url, stream });
  // Its query reports the same.
  connection.on("error", () => undefined);
  return connection;
}
