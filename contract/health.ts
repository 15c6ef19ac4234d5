import * as z from "zod";
import { endpoint } from "./endpoint";

const tag = "Health";

export const getLivenessEndpoint = endpoint({
  method: "GET",
  path: "/health/live",
  tag,
  summary: "Check that the process is running",
  access: [],
  reply: z.object({ status: z.literal("live") }),
  errors: [],
  example: { reply: { status: "live" } },
});

export const getReadinessEndpoint = endpoint({
  method: "GET",
  path: "/health/ready",
  tag,
  summary: "Check that the process can handle requests",
  description:
    "Returns `not_ready` if the database has been unreachable for 30 seconds, if migrations are pending, or while the server is stopping.",
  access: [],
  reply: z.object({ status: z.literal("ready") }),
  errors: ["not_ready"],
  example: { reply: { status: "ready" } },
});
