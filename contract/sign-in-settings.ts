import * as z from "zod";
import { endpoint } from "./endpoint";
import { providerIds } from "./enums";
import { oneOf } from "./one-of";

const tag = "Team";

const Providers = z.array(oneOf(providerIds)).max(providerIds.length, `must have at most ${providerIds.length} items`);

export const SignInSettings = z
  .object({
    requireSecondFactor: z.boolean().meta({ description: "Whether staff members must set up a second factor before anything else." }),
    disabledProviders: Providers.meta({ description: "The identity providers that can't be used to sign in." }),
    trustedProviders: Providers.meta({
      description:
        "The identity providers whose own second factor is enough. Staff members who sign in with them aren't asked for another one.",
    }),
  })
  .meta({ id: "SignInSettings" });
export type SignInSettings = z.output<typeof SignInSettings>;

const exampleSettings: SignInSettings = { requireSecondFactor: true, disabledProviders: ["github"], trustedProviders: ["oidc"] };

export const getSignInSettingsEndpoint = endpoint({
  method: "GET",
  path: "/team/sign-in",
  tag,
  summary: "Get the sign-in settings",
  access: ["owner"],
  reply: SignInSettings,
  errors: [],
  example: { reply: exampleSettings },
});

export const updateSignInSettingsEndpoint = endpoint({
  method: "PATCH",
  path: "/team/sign-in",
  tag,
  summary: "Update the sign-in settings",
  description: "Fields you leave out don't change. Changes take effect with the next request of each staff member.",
  access: ["owner"],
  body: z.strictObject({
    requireSecondFactor: z.boolean().optional(),
    disabledProviders: Providers.optional(),
    trustedProviders: Providers.optional(),
  }),
  reply: SignInSettings,
  errors: [],
  example: { body: { trustedProviders: ["oidc"] }, reply: exampleSettings },
});
