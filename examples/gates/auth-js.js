// NextAuth({ callbacks, … }), for Auth.js and next-auth 4
import { away, findRefusal } from "./gatehouse.js";

/** Your page that says that people need an invitation. `?away` if they should try again later. */
const refusedPage = "/refused";

export const callbacks = {
  /**
   * Runs at each sign-in, the first and later ones: without a claim, people can't sign in any more. For emailed links, it runs before the email is
   * sent and when the link is opened.
   */
  async signIn({ user, account, profile, email }) {
    const isOAuth = account?.type === "oauth" || account?.type === "oidc";
    // The provider must have verified the email. GitHub and some others leave the field out, because they return only verified ones.
    const isVerified = account?.provider === "discord" ? profile?.verified : profile?.email_verified;
    if (isOAuth && isVerified === false) return refusedPage;
    // With OAuth, the email that the provider returned. A user in your database can have another one.
    const refusal = await findRefusal(isOAuth ? (profile?.email ?? user.email) : (user.email ?? account?.providerAccountId));
    if (refusal === null) return true;
    // An email is sent only to those who may sign in, but the page doesn't say to whom.
    if (email?.verificationRequest && refusal !== away) return "/check-your-email";
    return refusal === away ? `${refusedPage}?away` : refusedPage;
  },
};
