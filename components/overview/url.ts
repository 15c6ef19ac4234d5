import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { spans } from "@/contract/enums";

/** The time range of the chart, as the URL parameter `span`. */
export const chartSpanParser = parseAsStringLiteral(spans).withDefault("30");

/** Reads the time range from search parameters on the server. */
export const loadChartSpan = createLoader({ span: chartSpanParser });

export const funnelGroups = ["source", "channel", "week"] as const;

/** How the funnel is grouped, as the URL parameter `funnel`. */
export const funnelGroupParser = parseAsStringLiteral(funnelGroups).withDefault("source");

/** The queries of the latest events and sends. */
export const recentEventsParams = { limit: "10", count: "capped" } as const;
export const latestSendsParams = { limit: "5", count: "capped" } as const;
