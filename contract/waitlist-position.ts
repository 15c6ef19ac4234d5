import { z } from "zod";
import { endpoint } from "./endpoint";
import { Email } from "./fields";

const tag = "Leads";

/** Where a lead stands in line. */
export const PlaceReply = z.object({
  place: z.number().int().nullable().meta({ description: "From 1; null for whoever does not wait." }),
  waiting: z.number().int().meta({ description: "How many wait in all." }),
  friends: z.number().int().meta({ description: "How many joined by their link, as far as they count." }),
});
export type PlaceReply = z.output<typeof PlaceReply>;

export const findPlaceEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/place",
  tag,
  summary: "Tell a lead's place in line",
  description: "The same that the lead sees on their own page.",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ email: Email }),
  reply: PlaceReply,
  errors: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: { place: 12, waiting: 340, friends: 2 } },
});
