// A blocking function for Firebase Authentication with Identity Platform
import { beforeUserCreated, HttpsError } from "firebase-functions/v2/identity";
import { findRefusal } from "./gatehouse.js";

/** Passwords, OAuth, emailed links and phone numbers come here. Turn off anonymous sign-in, which doesn't. */
export const gateSignUp = beforeUserCreated({ secrets: ["KEY"] }, async ({ data: user, additionalUserInfo }) => {
  // A password says nothing about the email: require `email_verified` in your rules. No one verifies that of an identity provider.
  if (user.email && !user.emailVerified && additionalUserInfo?.providerId !== "password")
    throw new HttpsError("permission-denied", "Verify your email address first, and then sign up.");
  const refusal = await findRefusal(user.email ?? "");
  if (refusal !== null) throw new HttpsError("permission-denied", refusal);
});
