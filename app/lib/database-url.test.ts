import { expect, test } from "vitest";
import { toHostUrls } from "./database-url.ts";

test("a database's URL names one host or several, each with or without a port", () => {
  expect(toHostUrls("mysql://app:secret@10.0.0.1:3307,db2,[::1]:3308/attesto?ssl=true")).toEqual([
    "mysql://app:secret@10.0.0.1:3307/attesto?ssl=true",
    "mysql://app:secret@db2/attesto?ssl=true",
    "mysql://app:secret@[::1]:3308/attesto?ssl=true",
  ]);
  expect(toHostUrls("mysql://root@127.0.0.1:3306")).toEqual(["mysql://root@127.0.0.1:3306"]);
  expect(toHostUrls("mysql://app:a,b@c@db1,db2/attesto")).toEqual([
    "mysql://app:a,b@c@db1/attesto",
    "mysql://app:a,b@c@db2/attesto",
  ]);
});

test.each([
  ["mysql://root@db1,[::1],db3:36201/attesto", ["36201", "36201", "36201"]],
  ["mysql://root@db1:3307,db2,db3:36201/attesto", ["3307", "", "36201"]],
  ["mysql://root@db1:3307,db2/attesto", ["3307", ""]],
  ["mysql://root@db1,db2/attesto", ["", ""]],
])("a port that only the last host names is everybody's: %s", (url, ports) => {
  expect(toHostUrls(url)?.map((each) => new URL(each).port)).toEqual(ports);
});

test.each([
  "mysql://",
  "mysql://,db2:3307/attesto",
  "mysql://app:secret@/attesto",
  "mysql://db1,/attesto",
  "mysql://db1:port,db2/attesto",
])("%s names no database", (url) => {
  expect(toHostUrls(url)).toBeNull();
});
