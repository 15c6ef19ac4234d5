import type { IncomingHttpHeaders } from "node:http";
import { env } from "./env";

/** Values that describe a span. Never an email address, a code, a key, or a path or query that contains one. */
type Attributes = Record<string, string | number>;

export type SpanOptions = {
  name: string;
  kind: "server" | "client" | "consumer";
  attributes: Attributes;
  /** The headers of a request, which can name the caller's span. */
  headers?: IncomingHttpHeaders;
  /** Whether the span is only needed as part of another. */
  isDetail?: true;
};

/** Adds to the span that is running. `error` is what failed, such as `503`. */
export type SetSpanResult = (attributes: Attributes, error?: string) => void;

export type Tracing = {
  run<T>(options: SpanOptions, callback: (setResult: SetSpanResult) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

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
