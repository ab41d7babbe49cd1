import { createServer } from "node:http";
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";
import { listen } from "./listening.ts";

/** A page as React makes it for each request, uncompressed: a form of six fields and ten brokers. */
const BROKERS = Array.from({ length: 10 }, (_, index) => ({
  id: `broker-${index}`,
  name: `Broker ${index}`,
}));
const FIELDS = ["email", "phone", "amount", "currency", "reference", "submissionKey"];

const Field = ({ name }: { name: string }) =>
  h("div", { className: "field" }, h("label", { htmlFor: name }, name), h("input", { id: name, name }));

const Page = ({ slug }: { slug: string }) =>
  h(
    "html",
    { lang: "en" },
    h("head", null, h("title", null, "Confirm your deposit"), h("meta", { charSet: "utf-8" })),
    h(
      "body",
      null,
      h("h1", null, "Confirm your deposit"),
      h(
        "form",
        { method: "post", action: `/optin/${slug}` },
        FIELDS.map((name) => h(Field, { key: name, name })),
        h(
          "fieldset",
          null,
          BROKERS.map(({ id, name }) =>
            h("label", { key: id }, h("input", { type: "radio", name: "platform", value: id }), name),
          ),
        ),
        h("button", { type: "submit" }, "Confirm"),
      ),
    ),
  );

const server = createServer((req, res) => {
  const body = `<!doctype html>${renderToString(h(Page, { slug: req.url?.split("/")[2] ?? "" }))}`;
  res.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  });
  res.end(body);
});

listen(server);
