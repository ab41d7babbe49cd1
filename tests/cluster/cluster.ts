import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import mysql from "mysql2/promise";
import { findProgram, initialise, reached } from "../setup/mysql.ts";
import { freePorts } from "./ports.ts";

const PROVIDERS = ["/usr/lib/galera/libgalera_smm.so", "/usr/lib64/galera-4/libgalera_smm.so"];
const HOW_TO_INSTALL = "apt-get install mariadb-server galera-4 rsync";
const NODES = 3;
const PORTS_OF_NODE = 4;
const SYNC_MAX_MS = 90_000;
const PAUSE_MS = 100;
/** With the pause, longer than the nodes take to suspect one. */
const SETTLED_TIMES = 30;

type ClusterNode = {
  /** Its server's address, without a database. */
  url: string;
  /** Ends its process at once. */
  kill(): Promise<void>;
  /** Starts it with its data: it gets what it missed from another node. The promise holds until it is Synced. */
  start(): Promise<void>;
  /** The same without its data: it gets a copy of everything. */
  startEmpty(): Promise<void>;
  /** Stops its process in the middle of whatever it does, and lets it go on. */
  freeze(): void;
  thaw(): void;
  /** Cuts it off from the other nodes, or lets it back. Clients still reach it. */
  setIsolated(isIsolated: boolean): Promise<void>;
  /** What Galera says of it; null while it does not answer. */
  readStatus(): Promise<Record<string, string> | null>;
  /** How it got what it missed since it started: as single transactions, or as a copy of everything. */
  howItRejoined(): "IST" | "SST" | null;
};

export type Cluster = {
  nodes: [ClusterNode, ClusterNode, ClusterNode];
  /** All nodes in one URL, the first one first. */
  url: string;
  /** Waits until all nodes have been Synced in the same group for a while. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Three nodes of MariaDB Galera on this machine. They suspect a silent node after two seconds.
 * @throws {Error} a sentence, if the programs are missing or a node does not start
 */
export async function startCluster(): Promise<Cluster> {
  const program = findProgram("mariadbd");
  const provider = PROVIDERS.find((file) => existsSync(file));
  if (!program || !provider)
    throw new Error(`Galera is not installed here. It comes with: ${HOW_TO_INSTALL}`);
  const directory = mkdtempSync(path.join(tmpdir(), "attg-"));
  const ports = await freePorts(NODES * PORTS_OF_NODE);
  // The copy of a whole node drops root's rights, and could not read root's files.
  const asUser = process.getuid?.() === 0 ? ["--user=mysql"] : [];
  const processes = new Set<ChildProcess>();
  const cleanUp = () => {
    for (const child of processes) child.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  };
  process.once("exit", cleanUp);
  try {
    const data = Array.from({ length: NODES }, (_, index) => path.join(directory, `${index}`));
    const [firstData = "", ...otherData] = data;
    mkdirSync(firstData);
    const giveToUser = () => {
      if (asUser.length > 0) execFileSync("chown", ["-R", "mysql:", directory]);
    };
    giveToUser();
    initialise(program, [`--datadir=${firstData}`, ...asUser]);
    const addresses = data.map((_, index) => `127.0.0.1:${ports[index * PORTS_OF_NODE + 1]}`).join(",");
    const nodes = data.map((folder, index) =>
      createNode({
        program,
        index,
        folder,
        processes,
        ports: ports.slice(index * PORTS_OF_NODE),
        options: ["--no-defaults", `--datadir=${folder}`, `--wsrep-provider=${provider}`, ...asUser],
        clusterAddress: `gcomm://${addresses}`,
        giveToUser,
      }),
    ) as [FirstNode, FirstNode, FirstNode];
    const [first, ...others] = nodes;
    await first.bootstrap();
    await first.end();
    // With the same data and position from the start, none has to copy another one.
    for (const folder of otherData) cpSync(firstData, folder, { recursive: true });
    const state = path.join(firstData, "grastate.dat");
    writeFileSync(state, readFileSync(state, "utf8").replace("safe_to_bootstrap: 0", "safe_to_bootstrap: 1"));
    giveToUser();
    await first.bootstrap();
    for (const node of others) await node.start();
    return {
      nodes,
      url: `mysql://root@${nodes.map(({ url }) => new URL(url).host).join(",")}`,
      settled: () =>
        waitFor(
          () => isSettled(nodes),
          () => "The nodes did not come together again.",
        ),
      async stop() {
        await Promise.all(nodes.map((node) => node.kill()));
        process.off("exit", cleanUp);
        cleanUp();
      },
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

type FirstNode = ClusterNode & { bootstrap(): Promise<void>; end(): Promise<void> };
type NodePlan = {
  program: string;
  index: number;
  folder: string;
  processes: Set<ChildProcess>;
  ports: number[];
  options: string[];
  clusterAddress: string;
  /** Makes the server's user the owner of all folders. */
  giveToUser: () => void;
};

function createNode({
  program,
  index,
  folder,
  processes,
  ports,
  options,
  clusterAddress,
  giveToUser,
}: NodePlan): FirstNode {
  const [port, groupPort, istPort, copyPort] = ports;
  const url = `mysql://root@127.0.0.1:${port}`;
  const provider = {
    base_port: groupPort,
    "gmcast.listen_addr": `tcp://127.0.0.1:${groupPort}`,
    "ist.recv_addr": `127.0.0.1:${istPort}`,
    "gcache.size": "128M",
    "gcache.recover": "yes",
    "pc.recovery": "true",
    "evs.keepalive_period": "PT0.5S",
    "evs.inactive_check_period": "PT0.5S",
    "evs.suspect_timeout": "PT2S",
    "evs.inactive_timeout": "PT6S",
  };
  const all = [
    ...options,
    `--socket=${folder}/s`,
    `--pid-file=${folder}/pid`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    "--max-connections=300",
    "--innodb-buffer-pool-size=128M",
    "--innodb-log-file-size=96M",
    "--innodb-flush-log-at-trx-commit=1",
    "--innodb-autoinc-lock-mode=2",
    "--binlog-format=ROW",
    "--character-set-server=latin1",
    "--wsrep-on=ON",
    "--wsrep-cluster-name=attesto-test",
    `--wsrep-cluster-address=${clusterAddress}`,
    `--wsrep-node-name=node-${index + 1}`,
    `--wsrep-node-address=127.0.0.1:${groupPort}`,
    "--wsrep-sst-method=rsync",
    `--wsrep-sst-receive-address=127.0.0.1:${copyPort}`,
    `--wsrep-provider-options=${Object.entries(provider)
      .map(([name, value]) => `${name}=${value}`)
      .join(";")}`,
  ];
  let server: ChildProcess | undefined;
  let written = "";
  const query = async (sql: string) => {
    const connection = await mysql.createConnection(url);
    try {
      return (await connection.query(sql))[0] as Record<string, string>[];
    } finally {
      connection.destroy();
    }
  };
  const run = async (...more: string[]) => {
    written = "";
    const child = spawn(program, [...all, ...more], { stdio: ["ignore", "ignore", "pipe"] });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      written += text;
    });
    server = child;
    processes.add(child);
    child.once("exit", () => processes.delete(child));
    await reached(child, url);
    await waitFor(
      async () => isSynced(await node.readStatus()),
      () => `A node is not Synced:\n${written.slice(-5_000)}`,
    );
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  };
  const node: FirstNode = {
    url,
    bootstrap: () => run("--wsrep-new-cluster"),
    async start() {
      // The view of before the kill is gone, and the others would take a while to see that.
      rmSync(path.join(folder, "gvwstate.dat"), { force: true });
      // At the first start the prepared data says the position.
      await run(...(server ? [`--wsrep-start-position=${recoverPosition(program, all)}`] : []));
    },
    async startEmpty() {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      giveToUser();
      await run();
    },
    kill: () => end("SIGKILL"),
    end: () => end("SIGTERM"),
    freeze: () => void server?.kill("SIGSTOP"),
    thaw: () => void server?.kill("SIGCONT"),
    async setIsolated(isIsolated) {
      await query(`SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${isIsolated ? 1 : 0}'`);
    },
    async readStatus() {
      const rows = await query("SHOW STATUS LIKE 'wsrep%'").catch(() => null);
      return rows && Object.fromEntries(rows.map((row) => [row.Variable_name, row.Value]));
    },
    howItRejoined: () =>
      (/(?<how>[IS]ST) completed on joiner/.exec(written)?.groups?.how as ReturnType<
        ClusterNode["howItRejoined"]
      >) ?? null,
  };
  return node;
}

const isSynced = (status: Record<string, string> | null) =>
  status?.wsrep_local_state === "4" && status.wsrep_cluster_status === "Primary";

/** A node that was frozen believes for a moment that nothing has happened. */
async function isSettled(nodes: ClusterNode[]): Promise<boolean> {
  const groups = new Set<string>();
  for (let times = 0; times < SETTLED_TIMES; times++) {
    const all = await Promise.all(nodes.map((node) => node.readStatus()));
    if (!all.every(isSynced) || all.some((status) => Number(status?.wsrep_cluster_size) !== NODES))
      return false;
    for (const status of all) groups.add(String(status?.wsrep_cluster_conf_id));
    await pause(PAUSE_MS);
  }
  return groups.size === 1;
}

async function waitFor(check: () => Promise<boolean>, describe: () => string): Promise<void> {
  const deadline = Date.now() + SYNC_MAX_MS;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(describe());
    await pause(PAUSE_MS);
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How far the data of a node goes. With it the node gets only what it missed, even after it was killed. */
function recoverPosition(program: string, options: string[]): string {
  const { stdout, stderr } = spawnSync(program, [...options, "--wsrep-recover"], { encoding: "utf8" });
  const position = /Recovered position: ?(\S+:-?\d+)/.exec(stdout + stderr)?.[1];
  if (!position) throw new Error(`The position of a node could not be recovered:\n${stdout}${stderr}`);
  return position;
}
