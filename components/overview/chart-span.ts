import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { spans } from "@/contract/enums";

/** The time range of the chart, as the URL parameter `span`. */
export const chartSpanParser = parseAsStringLiteral(spans).withDefault("30");

/** Reads the time range from search parameters on the server. */
export const loadChartSpan = createLoader({ span: chartSpanParser });
