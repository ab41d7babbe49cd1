import { expect, test } from "vitest";
import { flattenRequest } from "./flatten-request.ts";

test("a request becomes rows by the path of each value, and names what was left out", () => {
  const event = {
    event_name: "Purchase",
    user_data: { em: ["ab", "cd"] },
    custom_data: { contents: [{ id: 1 }] },
    data_processing_options: [],
  };
  expect(flattenRequest({ event, omittedFields: ["fbc"] })).toEqual([
    { name: "event_name", value: "Purchase" },
    { name: "user_data.em", value: "ab, cd" },
    { name: "custom_data.contents[0].id", value: "1" },
    { name: "data_processing_options", value: "none" },
    { name: "left out, not usable", value: "fbc" },
  ]);
  expect(flattenRequest({ event, leftOut: ["fbc"] })).toEqual(
    flattenRequest({ event, omittedFields: ["fbc"] }),
  );
  expect(flattenRequest(null)).toEqual([]);
});
