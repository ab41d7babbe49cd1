import type { HttpResult } from "#app/lib/http-client.server.ts";
import type { Asset, PlatformRefusal } from "#app/services/ad-platforms/ad-platform.ts";
import { interpretMetaList } from "./response.ts";

type ReadGraph = (accessToken: string, path: string) => Promise<HttpResult>;

/** A longer list is no help: the owner types the pixel's id instead. */
const ACCOUNTS_MAX = 25;
const PIXELS_PER_ACCOUNT = 100;

/** The pixels of the ad accounts that a token may read. A token from Events Manager may read none. */
export function createMetaAssets(readGraph: ReadGraph) {
  return async function listAssets({
    accessToken,
  }: {
    accessToken: string;
  }): Promise<{ ok: true; assets: Asset[] } | PlatformRefusal> {
    const accounts = interpretMetaList(
      await readGraph(accessToken, `/me/adaccounts?fields=id&limit=${ACCOUNTS_MAX}`),
    );
    if (!accounts.ok) return accounts;
    const assets = new Map<string, Asset>();
    for (const { id } of accounts.nodes) {
      const pixels = interpretMetaList(
        await readGraph(accessToken, `/${id}/adspixels?fields=id,name&limit=${PIXELS_PER_ACCOUNT}`),
      );
      if (!pixels.ok) return pixels;
      for (const pixel of pixels.nodes) assets.set(pixel.id, { ...pixel, type: "pixel" });
    }
    return { ok: true, assets: [...assets.values()] };
  };
}
