import { z } from "zod";
import { endpoint } from "./endpoint";

const tag = "Health";

export const liveEndpoint = endpoint({
  method: "GET",
  path: "/health/live",
  tag,
  summary: "Whether this process runs",
  access: [],
  reply: z.object({ status: z.literal("live") }),
  errors: [],
  example: { reply: { status: "live" } },
});

export const readyEndpoint = endpoint({
  method: "GET",
  path: "/health/ready",
  tag,
  summary: "Whether this process can serve",
  description: "Refuses when the database has been away for 30 seconds, or when migrations wait to be run.",
  access: [],
  reply: z.object({ status: z.literal("ready") }),
  errors: ["not_ready"],
  example: { reply: { status: "ready" } },
});
