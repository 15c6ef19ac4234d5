import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { errorBody } from "@/contract/error-body";
import { readDatabaseMetrics } from "@/core/metrics";
import { currentTime } from "@/lib/clock";
import { constantTimeEqual } from "@/lib/encryption";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import type { SpanOptions } from "@/lib/opentelemetry";
import { isLocalUrl } from "@/lib/routes";
import { withSpan } from "@/lib/tracing";
import { getServices } from "./services";

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requestDuration = new Histogram({
  name: "gatehouse_http_request_duration_seconds",
  help: "The time from a request to the end of its response.",
  labelNames: ["endpoint", "method", "status"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

const rateLimitHits = new Counter({
  name: "gatehouse_rate_limit_hits_total",
  help: "Requests that were refused because of a rate limit.",
  labelNames: ["endpoint"],
  registers: [registry],
});

/** Measures and traces a request. `endpoint` is the documented path, such as `/codes/:code`, never the path that was requested. */
export function measureRequest(request: IncomingMessage, response: ServerResponse, endpoint: string, respond: () => void): void {
  const startedAt = performance.now();
  const method = request.method ?? "";
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  void ended.then(() => {
    const labels = { endpoint, method, status: `${Math.floor(response.statusCode / 100)}xx` };
    requestDuration.observe(labels, (performance.now() - startedAt) / 1000);
    if (response.statusCode === 429) rateLimitHits.inc({ endpoint });
  });
  const span = (): SpanOptions => ({
    name: `${method} ${endpoint}`,
    kind: "server",
    headers: request.headers,
    attributes: { "http.request.method": method, "http.route": endpoint },
  });
  void withSpan(span, async (setResult) => {
    respond();
    if (!setResult) return;
    await ended;
    const { statusCode } = response;
    setResult({ "http.response.status_code": statusCode }, statusCode >= 500 ? String(statusCode) : undefined);
  });
}

/** Gauges that are read from the database, and are the same on every machine. */
const createGauge = (name: string, help: string, ...labelNames: string[]) =>
  new Gauge({ name: `gatehouse_${name}`, help, labelNames, registers: [registry] });
const isDatabaseUp = createGauge("database_up", "1 if the database answered.");
const connections = createGauge("database_connections", "The database connections of all processes.", "process", "state");
const waitingJobs = createGauge("queue_waiting_jobs", "Jobs that are due and wait for a worker.", "queue");
const queueLag = createGauge("queue_lag_seconds", "How long the oldest due job has waited.", "queue");
const activeJobs = createGauge("queue_active_jobs", "Jobs that a worker is processing.", "queue");
const emails = createGauge("emails", "Emails to leads, by status.", "status");
const refusalPauses = createGauge("email_refusal_pauses", "Projects whose email is paused because the mail server refused too many.");
const webhooks = createGauge("webhooks", "Webhooks, by status. Those that have been failing for an hour are `failing`.", "status");
const claims = createGauge("claims", "Claims of all codes.");

async function readDatabase(): Promise<void> {
  const metrics = await readDatabaseMetrics(getServices().connection.db);
  for (const gauge of [connections, waitingJobs, queueLag, activeJobs, emails, webhooks]) gauge.reset();
  for (const { process, state, count } of metrics.connections) connections.set({ process, state }, count);
  for (const { queue, waiting, active, lag } of metrics.queues) {
    waitingJobs.set({ queue }, waiting);
    activeJobs.set({ queue }, active);
    queueLag.set({ queue }, lag);
  }
  for (const { status, count } of metrics.emails) emails.set({ status }, count);
  for (const { status, count } of metrics.webhooks) webhooks.set({ status }, count);
  claims.set(metrics.claims);
  refusalPauses.set(metrics.refusalPauses);
}

/** Counting a million emails takes a while, so several Prometheus servers share the numbers, in milliseconds. */
const databaseCacheMs = 10_000;
let databaseReading: Promise<void> | undefined;
let databaseReadAt = Number.NEGATIVE_INFINITY;

async function updateDatabaseGauges(): Promise<void> {
  if (performance.now() - databaseReadAt < databaseCacheMs) return databaseReading;
  databaseReadAt = performance.now();
  databaseReading = readDatabase().then(
    () => isDatabaseUp.set(1),
    (err: unknown) => {
      log.error({ err }, "the metrics of the database can't be read");
      isDatabaseUp.set(0);
    },
  );
  return databaseReading;
}

/** Who can read the metrics: requests with the token and, if `allowsLocal`, those from this machine that no proxy passed on. */
export type MetricsAccess = { token: string | undefined; allowsLocal: boolean };

const proxyHeaders = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "x-real-ip", "via"];

/** Whether a request comes from this machine, as far as it shows. A local proxy that adds no header looks the same. */
function isLocal({ headers, socket }: IncomingMessage): boolean {
  const isProxied = proxyHeaders.some((name) => name in headers);
  return !isProxied && isLocalUrl(`http://${headers.host}`) && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "");
}

function isAllowed(request: IncomingMessage, { token, allowsLocal }: MetricsAccess): boolean {
  if (allowsLocal && isLocal(request)) return true;
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return token !== undefined && constantTimeEqual(given, token);
}

/** Responds to `GET /metrics` in the text format of Prometheus. Call it before the forwarding headers are removed. Returns whether it did. */
export function serveMetrics(request: IncomingMessage, response: ServerResponse, access: MetricsAccess): boolean {
  if (request.url?.split("?", 1)[0] !== "/metrics" || (request.method !== "GET" && request.method !== "HEAD")) return false;
  if (!isAllowed(request, access)) {
    const message = "Metrics need a Bearer token: METRICS_TOKEN, or the one in the file metrics-token of the data folder.";
    response.writeHead(401, { "Content-Type": "application/json", "Cache-Control": "no-store", "WWW-Authenticate": "Bearer" });
    response.end(JSON.stringify(errorBody("bad_key", newId(), { message, time: currentTime() })));
    return true;
  }
  updateDatabaseGauges()
    .then(() => registry.metrics())
    .then((text) => {
      response.writeHead(200, { "Content-Type": registry.contentType, "Cache-Control": "no-store" });
      response.end(text);
    })
    .catch((err: unknown) => {
      log.error({ err }, "metrics failed");
      response.destroy();
    });
  return true;
}
