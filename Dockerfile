# Everything in one container, as `npm start` runs it; with DATABASE_URL the built-in database stays off.
FROM node:24-bookworm-slim

RUN useradd --system --create-home --user-group gatehouse && install -d -o gatehouse -g gatehouse /app /data
WORKDIR /app
USER gatehouse

COPY --chown=gatehouse:gatehouse package.json package-lock.json .npmrc ./
COPY --chown=gatehouse:gatehouse patches patches
RUN npm install --no-save --include=dev
COPY --chown=gatehouse:gatehouse . .
RUN node bootstrap.mjs build

ENV DATA_DIR=/data PORT=3000
VOLUME /data
EXPOSE 3000
# Web and worker finish what they are doing before they stop.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bootstrap.mjs", "start"]
