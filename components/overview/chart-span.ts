import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { spans } from "@/contract/kinds";

/** The stretch of time that the chart shows, as the page's address says it. */
export const chartSpanParser = parseAsStringLiteral(spans).withDefault("30");

/** Reads the stretch of time out of an address. */
export const loadChartSpan = createLoader({ chartSpanParser });
