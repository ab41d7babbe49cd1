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
    {
      ...rule(
        "no-circular-folders",
        // Unit tests of what the ad platforms share use one of them.
        { path: "^app/(services|components)/(?!ad-platforms/)" },
        { circular: true },
        "Two folders that import each other, by way of others too, are one.",
      ),
      scope: "folder",
    },
    rule("lib-is-pure", { path: app("lib") }, { path: "^app/(?!lib/|env\\.server)" }, "lib imports lib."),
    rule(
      "schemas-are-pure",
      { path: app("schemas") },
      { path: "^app/(?!schemas/|lib/)" },
      "schemas import schemas and lib.",
    ),
    rule(
      "database-is-the-base",
      { path: app("database"), pathNot: app("database/queries") },
      { path: "^app/(?!database/(?!queries/)|lib/|env\\.server)" },
      "The database's machinery imports lib.",
    ),
    rule(
      "queries-import-models",
      { path: app("database/queries") },
      { path: "^app/(?!database/|models/|lib/|env\\.server)" },
      "Queries import models, the database's machinery and lib.",
    ),
    rule(
      "models-import-the-database",
      { path: app("models") },
      { path: "^app/(?!models/|database/(?!queries/)|lib/|env\\.server)" },
      "Models import models, the database's machinery and lib.",
    ),
    rule(
      "services-do-not-look-up",
      { path: app("services"), pathNot: "\\.test\\.ts$" },
      { path: "^app/(routes|http|presenters|components|root|entry|lifecycle|jobs)" },
      "Services import services, models, the database, schemas and lib.",
    ),
    rule(
      "credentials-are-the-base-of-auth",
      { path: app("services/auth/credentials") },
      { path: "^app/services/(accounts|auth/(?!credentials))" },
      "Credentials know no session, registration, sign-in or provider.",
    ),
    rule(
      "sessions-know-no-sign-in",
      { path: app("services/auth/sessions") },
      { path: "^app/services/(accounts|auth/(registration|sign-in|providers))" },
      "Sessions import credentials.",
    ),
    rule(
      "registration-knows-no-sign-in",
      { path: app("services/auth/registration") },
      { path: "^app/services/(accounts|auth/sign-in)" },
      "Registration imports credentials, sessions and providers.",
    ),
    rule(
      "sign-in-below-accounts",
      { path: app("services/auth/(sign-in|providers)") },
      { path: app("services/accounts") },
      "Accounts import sign-in, never back.",
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
      { path: "^app/(routes|http|components|presenters|root|entry|lifecycle)" },
      "Jobs claim rows and call services.",
    ),
    rule(
      "components-hold-no-data",
      { path: app("components") },
      { path: "^app/(routes|http|services|models|jobs|presenters|env\\.server)" },
      "components know no data access and no routes.",
    ),
    rule(
      "shared-components-know-no-noun",
      { path: app("components/(ui|forms|layout|filters)") },
      { path: "^app/components/(?!ui/|forms/|layout/|filters/)" },
      "What every page uses holds nothing of the product.",
    ),
    rule(
      "http-below-routes",
      { path: app("http") },
      { path: "^app/(routes|components|jobs)" },
      "http is called by routes.",
    ),
    rule(
      "routes-do-not-query",
      { path: app("routes") },
      { path: "^app/(models/|database/|jobs/|lifecycle)", dependencyTypesNot: ["type-only"] },
      "Routes call services; they may name a model's type.",
    ),
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
      "product-does-not-import-tests",
      { path: "^(app|server|scripts|migrations|server\\.ts|worker\\.ts)", pathNot: "\\.test\\.tsx?$" },
      { path: "^(tests|drills|bench|audit)/" },
      "Only tests import the tests' supports.",
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
    exclude: { path: "\\?(worker|url|inline|react)" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: "specify",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs"],
    },
  },
};
