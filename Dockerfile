# Runs everything in one container, like `npm start`. Set DATABASE_URL to use your own database instead of the built-in one.
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
# The web server and the worker shut down gracefully.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bootstrap.mjs", "start"]
