/** The arrows: routes -> http, services, presenters, schemas, components; services -> models, schemas, lib; never back. */
const app = (folder) => `^app/${folder}/`;
const rule = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

module.exports = {
  forbidden: [
    rule(
      "no-circular",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
      "A circle means two files are one. Two models may name each other as types.",
    ),
    rule(
      "no-unresolved",
      {},
      { couldNotResolve: true, pathNot: "^virtual:" },
      "An import that does not exist.",
    ),
    rule("lib-is-pure", { path: app("lib") }, { path: "^app/(?!lib/|env\\.server)" }, "lib imports lib."),
    rule(
      "schemas-are-pure",
      { path: app("schemas") },
      { path: "^app/(?!schemas/|lib/)" },
      "schemas import schemas and lib.",
    ),
    rule(
      "models-import-lib",
      { path: app("models") },
      { path: "^app/(?!models/|lib/|env\\.server)" },
      "models import models and lib.",
    ),
    rule(
      "services-do-not-look-up",
      { path: app("services"), pathNot: "\\.test\\.ts$" },
      { path: "^app/(routes|http|presenters|components|root|entry|jobs/.*handler)" },
      "services import services, models, schemas, lib and job definitions.",
    ),
    rule(
      "presenters-shape-only",
      { path: app("presenters") },
      { path: "^app/(routes|http|services|components|root|entry)" },
      "presenters import model types, schemas and lib.",
    ),
    rule(
      "jobs-call-services",
      { path: app("jobs") },
      { path: "^app/(routes|http|components|presenters)" },
      "jobs call services.",
    ),
    rule(
      "components-hold-no-data",
      { path: app("components") },
      { path: "^app/(routes|http|services|models|jobs|presenters|env\\.server)" },
      "components know no data access and no routes.",
    ),
    rule(
      "http-below-routes",
      { path: app("http") },
      { path: "^app/(routes|components|jobs)" },
      "http is called by routes.",
    ),
    rule("routes-do-not-query", { path: app("routes") }, { path: "^app/models/" }, "routes call services."),
    rule(
      "server-imports-app-types-only",
      { path: "^(server/|server\\.ts)" },
      { path: "^app/", dependencyTypesNot: ["type-only"] },
      "A second import of app/ is a second connection pool.",
    ),
    rule(
      "app-does-not-import-server",
      { path: "^app/" },
      { path: "^(server|sandbox|tests|scripts|bench)/" },
      "never back.",
    ),
    rule(
      "sandbox-stands-alone",
      { path: "^sandbox/" },
      { path: "^(app|server|tests)/" },
      "The sandbox shares no code with what it tests.",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\?(worker|url)" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: "specify",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs"],
    },
  },
};
