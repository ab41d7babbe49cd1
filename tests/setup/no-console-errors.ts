import { afterEach, beforeEach, expect, vi } from "vitest";

// why: what is written there is a fault that nobody handled, and no test would see it otherwise.
const written = vi.spyOn(console, "error");

beforeEach(() => {
  written.mockClear();
});

afterEach(() => {
  expect(written.mock.calls, "console.error").toEqual([]);
});
