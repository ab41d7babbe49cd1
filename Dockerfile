# syntax=docker/dockerfile:1
FROM node:22-bookworm-slim AS build
# sqlite3 is compiled where there is no prebuilt one.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
# For build/commands/backup.js and restore.js.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends mariadb-client \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 NODE_OPTIONS=--max-old-space-size=512
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
# The program's files are root's; only the data are the user's.
RUN install --directory --owner=node --group=node data
USER node
VOLUME /app/data
EXPOSE 3000
# Asked by the shell: to start Node.js each time would cost more than an idle server.
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s CMD ["bash", "-c", \
  "exec 3<>/dev/tcp/127.0.0.1/${PORT:-3000} && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "--max-semi-space-size=32", "build/server.js"]
