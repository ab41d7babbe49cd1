import { messages } from "#app/schemas/messages.ts";
import { createOwner, createPlatforms } from "../factories/index.ts";
import { expect, test } from "./support/test.ts";

const at = "/dashboard/affiliate-settings";

test("drags a platform to another place with the pointer", async ({ page, inbox, signedInAs }) => {
  const owner = await createOwner();
  const [first, second, third] = (await createPlatforms(3, { owner })).map(({ name }) => name);
  await signedInAs(owner);
  await page.goto(at);
  const handle = (name: string | undefined) =>
    page.getByRole("button", { name: `Move ${name}`, exact: true });
  const [from, to] = [await handle(third).boundingBox(), await handle(first).boundingBox()];
  if (!from || !to) throw new Error("The handles are not on the page.");
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y - 30, { steps: 4 });
  await page.mouse.move(to.x + 10, to.y + 5, { steps: 8 });
  await page.mouse.up();
  await expect(page.locator(".platform-name a")).toHaveText([String(third), String(first), String(second)]);
  await expect(page.getByText(`${third} is now 1 of 3.`)).toBeAttached();
  await expect(inbox.said(messages.platforms.reordered)).toBeVisible();
  await expect(page.locator(".platforms[aria-busy]")).toHaveCount(0);
  await page.reload();
  await expect(page.locator(".platform-name a").first()).toHaveText(String(third));
});

test("says that a platform stays where it was when it is put down there", async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [first] = (await createPlatforms(2, { owner })).map(({ name }) => name);
  await signedInAs(owner);
  await page.goto(at);
  await page.getByRole("button", { name: `Move ${first}`, exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`${first} is picked up at place 1 of 2.`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(page.getByText(`${first} stays 1 of 2.`)).toBeAttached();
});

test("drags a platform by keys, and says where it is on the way", async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [first, second, third] = (await createPlatforms(3, { owner })).map(({ name }) => name);
  await signedInAs(owner);
  await page.goto(at);
  const pickedUp = async () => {
    await expect(page.getByText(`${first} is picked up at place 1 of 3.`)).toBeAttached();
    // The rows are measured in the frame after; no hand is as quick.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
  await page.getByRole("button", { name: `Move ${first}`, exact: true }).focus();
  await page.keyboard.press("Space");
  await pickedUp();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${first} is over place 2 of 3.`)).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByText(`${first} stays 1 of 3.`)).toBeAttached();
  await page.keyboard.press("Space");
  await pickedUp();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${first} is over place 2 of 3.`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(page.locator(".platform-name a")).toHaveText([String(second), String(first), String(third)]);
  await expect(page.getByText(`${first} is now 2 of 3.`)).toBeAttached();
});
