import { z } from "zod";
import { endpoint } from "./endpoint";
import { Email } from "./fields";
import { ProjectName, TimeZone } from "./project";
import { exampleSigned, Signed } from "./session";
import { LinkToken, NewPassword, PersonName } from "./staff";

/** What a set-up link comes to: a form where it is right. */
export type SetupState = { kind: "set_up" } | { kind: "no_link" } | { kind: "asks"; token: string };

export const setUpEndpoint = endpoint({
  method: "POST",
  path: "/setup",
  tag: "Sign-in",
  summary: "Make the owner and name the project",
  description:
    "Once, with the token of the link that the first start prints. Signs the owner in, and answers the keys, the secret one this once.",
  access: [],
  body: z.strictObject({
    token: LinkToken,
    name: PersonName,
    email: Email,
    password: NewPassword,
    project: ProjectName,
    timeZone: TimeZone,
  }),
  reply: Signed.extend({ publicKey: z.string(), secretKey: z.string() }),
  errors: ["link_not_valid", "already_set_up", "too_many_requests"],
  example: {
    body: {
      token: "5f2b8c1d9e7a4036b8d1f0c2a9e4d7b3",
      name: "Grace Hopper",
      email: "grace@example.org",
      password: "correct horse battery staple",
      project: "Launch",
      timeZone: "Europe/Berlin",
    },
    reply: {
      ...exampleSigned,
      publicKey: "pk_0000000000000000000000000000000a",
      secretKey: "sk_000000000000000000000000000000000000000a",
    },
  },
});
