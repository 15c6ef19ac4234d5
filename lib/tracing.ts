import { env } from "./env";
import type { SetSpanResult, SpanOptions, Tracing } from "./opentelemetry";

let tracing: Tracing | undefined;

/** Sends traces to the OpenTelemetry collector at `endpoint`, a URL, until `stopTracing`. Without one, tracing costs nothing. */
export async function startTracing(serviceName: string, endpoint = env().OTEL_EXPORTER_OTLP_ENDPOINT): Promise<void> {
  if (endpoint === undefined) return;
  const { openTracing } = await import("./opentelemetry");
  tracing = openTracing(serviceName, endpoint);
}

/** Sends the last spans, for at most two seconds. */
export async function stopTracing(): Promise<void> {
  const stopped = tracing;
  tracing = undefined;
  await stopped?.stop();
}

/** Runs `callback` in a span, if traces are sent. A rejection marks the span as failed. */
export const withSpan = <T>(options: () => SpanOptions, callback: (setResult?: SetSpanResult) => Promise<T>): Promise<T> =>
  tracing ? tracing.run(options(), callback) : callback();
