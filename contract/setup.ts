import * as z from "zod";
import { endpoint, exactlyOneOf } from "./endpoint";
import { Email } from "./fields";
import { ProjectName, TimeZone } from "./project";
import { CurrentSession, exampleCurrentSession } from "./session";
import { accountTokenFields, NewPassword, PersonName } from "./staff-fields";

/** The state of the setup page: the form, an invalid link, or a finished setup. */
export type SetupLinkState = { kind: "complete" } | { kind: "invalid_link" } | { kind: "ready"; token: string };

export const setUpEndpoint = endpoint({
  method: "POST",
  path: "/setup",
  tag: "Sign-in",
  summary: "Set up Gatehouse",
  description:
    "Creates the project and its owner, signs the owner in and returns both API keys. Works once, with the account token from the link that Gatehouse prints when it starts. The secret key is only shown once.",
  access: [],
  body: z
    .strictObject({
      ...accountTokenFields,
      name: PersonName.meta({ description: "The name of the owner." }),
      email: Email,
      password: NewPassword,
      project: ProjectName.meta({ description: "The name of the project." }),
      timeZone: TimeZone,
    })
    .refine(...exactlyOneOf("accountToken", "token")),
  reply: CurrentSession.extend({
    publicKey: z.string(),
    secretKey: z.string().nullable().meta({ description: "`null` if the `SECRET_KEY` variable set it." }),
  }),
  errors: ["link_not_valid", "already_set_up", "too_many_requests"],
  example: {
    body: {
      accountToken: "5f2b8c1d9e7a4036b8d1f0c2a9e4d7b3",
      name: "Grace Hopper",
      email: "grace@example.org",
      password: "seven violet umbrellas hum",
      project: "Launch",
      timeZone: "America/New_York",
    },
    reply: {
      ...exampleCurrentSession,
      staff: { ...exampleCurrentSession.staff, secondFactor: false, lastSeenAt: exampleCurrentSession.staff.createdAt },
      publicKey: "pk_0000000000000000000000000000000a",
      secretKey: "sk_000000000000000000000000000000000000000a",
    },
  },
});
