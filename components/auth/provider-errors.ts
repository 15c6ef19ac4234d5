/** Why a provider did not sign somebody in, by the name in the address that it led back to. */
const messages = new Map([
  ["not_invited", "Nobody with that address is in the team. Ask for an invitation."],
  ["no_address", "The provider did not vouch for an address."],
]);

/** Why a provider did not sign somebody in, in words; null where nothing went wrong. */
export const providerErrorMessage = (error: string | null): string | null =>
  error === null ? null : (messages.get(error) ?? "Signing in with the provider did not work. Try again, or use your password.");
