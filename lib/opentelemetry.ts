import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import { type Context, defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import { env } from "./env";
import { log } from "./log";
import { withTimeout } from "./timeout";

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

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** How long the last spans may take to be sent on shutdown, in milliseconds. */
const stopTimeoutMs = 2_000;

// The tracer isn't registered globally, because the spans of Next would then contain URLs with codes and email addresses.
/** Sends traces to the collector at `endpoint`. The exporter reads its headers and timeout from the standard variables. */
export function openTracing(serviceName: string, endpoint: string): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": serviceName }))
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(env().OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` }) })],
  });
  const tracer = provider.getTracer("gatehouse");
  const propagator = new W3CTraceContextPropagator();
  const currentContext = new AsyncLocalStorage<Context>();

  const parentContext = ({ headers }: SpanOptions): Context =>
    headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : (currentContext.getStore() ?? ROOT_CONTEXT);

  return {
    async run(options, callback) {
      if (options.isDetail && currentContext.getStore() === undefined) return callback(() => {});
      const parent = parentContext(options);
      const span = tracer.startSpan(options.name, { kind: kinds[options.kind], attributes: options.attributes }, parent);
      const fail = (error: string) => span.setAttribute("error.type", error).setStatus({ code: SpanStatusCode.ERROR });
      try {
        return await currentContext.run(trace.setSpan(parent, span), () =>
          callback((attributes, error) => {
            span.setAttributes(attributes);
            if (error !== undefined) fail(error);
          }),
        );
      } catch (error) {
        fail(errorType(error));
        throw error;
      } finally {
        span.end();
      }
    },
    async stop() {
      // The error can contain the URL of the collector, with a password.
      const stopped = provider.shutdown().catch(() => log.warn("the last traces could not be sent"));
      await withTimeout(stopped, stopTimeoutMs);
    },
  };
}

/** Returns the code or the name of an error, never its message, which can contain values. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
