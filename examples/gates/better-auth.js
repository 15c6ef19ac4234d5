// betterAuth({ databaseHooks, emailAndPassword: { enabled: true, requireEmailVerification: true }, … })
import { APIError } from "better-auth/api";
import { findRefusal } from "./gatehouse.js";

const refuse = (message) => {
  // With a code, a sign-up by OAuth returns to your error page with this message.
  throw new APIError("BAD_REQUEST", { code: "SIGN_UP_REFUSED", message });
};

/** Every way to create a user comes here: passwords, OAuth, magic links, and plugins. */
export const databaseHooks = {
  user: {
    create: {
      async before(user, context) {
        // A password says nothing about the email: `requireEmailVerification` emails a link. No one verifies that of an identity provider.
        const isVerifiedLater = context?.path === "/sign-up/email";
        if (!user.emailVerified && !isVerifiedLater) refuse("Verify your email address first, and then sign up.");
        const refusal = await findRefusal(user.email);
        if (refusal !== null) refuse(refusal);
      },
    },
  },
};
