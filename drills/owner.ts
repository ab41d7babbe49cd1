import { send } from "../tests/support/client.ts";
import { pause } from "./drill.ts";

const EVERY_MS = 250;
const CLAIMS = "/api/optin/dashboard/submissions";

type Options = {
  /** Where the server is now; it may have moved. */
  url(): string;
  token: string;
  /** Whether they go on. */
  until: Promise<unknown>;
  /** Paths that they open between two decisions. */
  opens: (decisions: number) => string[];
};

export type Owner = { decisions: number; statuses: Set<number> };

/** An owner lists the claims, opens pages and decides a claim, again and again. */
export async function decideSteadily({ url, token, until, opens }: Options): Promise<Owner> {
  const owner: Owner = { decisions: 0, statuses: new Set() };
  let isOver = false;
  const stop = () => {
    isOver = true;
  };
  until.then(stop, stop);
  while (!isOver) {
    const list = await send(`${url()}${CLAIMS}?status=pending&limit=1`, { token }).catch(() => null);
    if (list) owner.statuses.add(list.status);
    for (const path of opens(owner.decisions)) {
      const response = await send(url() + path, { token }).catch(() => null);
      if (response) owner.statuses.add(response.status);
    }
    const [claim] = (list?.json?.submissions ?? []) as { _id: string }[];
    if (claim) {
      const json = { status: "handled" };
      const decided = await send(`${url()}${CLAIMS}/${claim._id}`, { method: "PUT", token, json }).catch(
        () => null,
      );
      if (decided) owner.statuses.add(decided.status);
      if (decided?.status === 200) owner.decisions += 1;
    }
    await pause(EVERY_MS);
  }
  return owner;
}
