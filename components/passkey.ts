import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { call } from "@/contract/call";

/** Why the browser returned no passkey. The message is for people. */
class PasskeyError extends Error {}

const messages = {
  unsupported: "This browser can't use passkeys here. Passkeys need HTTPS and a recent browser.",
  canceled: "The passkey request was canceled or timed out. Try again.",
  exists: "This device already has a passkey for your account.",
  failed: "Your browser couldn't use a passkey. Try again.",
};

const messagesByName: Readonly<Record<string, string>> = {
  NotAllowedError: messages.canceled,
  AbortError: messages.canceled,
  InvalidStateError: messages.exists,
};

// Loaded when it is used, because most visits don't need it.
async function withWebAuthn<Result>(run: (webAuthn: typeof import("@simplewebauthn/browser")) => Promise<Result>): Promise<Result> {
  const webAuthn = await import("@simplewebauthn/browser");
  if (!webAuthn.browserSupportsWebAuthn()) throw new PasskeyError(messages.unsupported);
  return run(webAuthn).catch((error: unknown) => {
    throw new PasskeyError(messagesByName[error instanceof Error ? error.name : ""] ?? messages.failed);
  });
}

/** Asks for one of the person's passkeys, which signs a new challenge. Throws an error with a message for people. */
export async function requestPasskey() {
  const { options } = await call("POST /session/passkey/challenge");
  return withWebAuthn(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  );
}

/** Creates a passkey on a device of the signed-in person. Throws like `requestPasskey`. */
export async function createPasskey(confirmation: { password?: string }) {
  const { options } = await call("POST /account/passkeys/challenge", { body: confirmation });
  return withWebAuthn(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );
}
