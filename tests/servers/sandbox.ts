import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/server.ts";

export type SandboxServer = Sandbox & {
  /** Plays a fault for all that is sent to a pixel, so often or until null takes it away. */
  play(pixelId: string, fault: string | null, times?: number): Promise<void>;
  /** The ids of the events it accepted, oldest first, with repeats. */
  acceptedIds(): string[];
};

/** The ad platforms' sandbox, in this process and on a free port. */
export async function startSandboxServer(options: Partial<SandboxOptions> = {}): Promise<SandboxServer> {
  const sandbox = await startSandbox({ port: 0, resultMs: 20, ...options });
  return {
    ...sandbox,
    async play(asset, fault, times) {
      const response = await fetch(`${sandbox.url}/faults`, {
        method: "POST",
        body: JSON.stringify({ asset, fault, times: times ?? null }),
      });
      if (!response.ok) throw new Error(`The sandbox does not know ${fault}: ${await response.text()}`);
    },
    acceptedIds: () =>
      sandbox
        .events()
        .filter(({ accepted }) => accepted)
        .map(({ eventId }) => eventId ?? "")
        .reverse(),
  };
}
