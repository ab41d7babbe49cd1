import sharp from "sharp";
import { expect, test } from "vitest";
import { Unavailable } from "#app/lib/errors.ts";
import { toLogo } from "./logo-image.server.ts";

test("few pictures wait, of a workspace and of all, and the rest is refused at once", async () => {
  const file = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#994f1f" } })
    .png()
    .toBuffer();
  const workspaces = ["first", "second", "third", "fourth"];
  const uploads = workspaces.flatMap((workspace) => [workspace, workspace, workspace]);
  const results = await Promise.allSettled(uploads.map((workspace) => toLogo(workspace, file)));
  const taken = uploads.filter((_, at) => results[at]?.status === "fulfilled");
  expect(taken).toEqual(["first", "first", "second", "second", "third", "third"]);
  for (const result of results)
    if (result.status === "rejected") {
      expect(result.reason).toBeInstanceOf(Unavailable);
      expect(Number(result.reason.headers["Retry-After"])).toBeGreaterThan(0);
    }
  expect((await toLogo("first", file)).mediaType).toBe("image/png");
});
