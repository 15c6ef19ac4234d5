import type { Role } from "@/contract/roles";
import { plural } from "@/lib/plural";

/** Copy of the pages for signing in, setup, password reset and invitations. */
export const labels = {
  javaScriptRequired: "Enable JavaScript to use this page.",
  cookiesBlocked: {
    title: "Allow cookies",
    signIn: "Your browser blocks cookies for this site. Allow them to sign in.",
    link: "Your browser blocks cookies for this site. Allow them, then open the link again.",
    httpsTitle: "Use HTTPS",
    /** `{url}` is replaced by the link. */
    https: "You can only sign in over HTTPS. Open {url} instead.",
  },
  email: "Email",
  password: "Password",
  newPassword: "New password",
  newPasswordHint: (minLength: number) =>
    plural(minLength, {
      one: "At least {n} character. Try a few random words.",
      other: "At least {n} characters. Try a few random words.",
    }),
  name: "Your name",
  signInEmailHint: "You'll use it to sign in.",

  signIn: {
    title: "Sign in",
    forgotPassword: "Forgot password?",
    submit: "Sign in",
    checking: "Checking that you're not a robot…",
    checkFailed: "We couldn't check that you're not a robot. Try again.",
    or: "or",
    withPasskey: "Sign in with a passkey",
    continueWith: (provider: string) => `Continue with ${provider}`,
  },

  sessionEnd: {
    title: "Sign in to continue",
    description: "Your session has ended. What you've typed is still here.",
    otherPerson: (email: string) => `You're now signed in as ${email}. Check the page before you try again.`,
    popupBlocked: "Your browser blocked the window to sign in. Allow pop-ups for this site, or use your password.",
  },

  signedIn: { title: "You're signed in", text: "You can close this window and continue in the other one." },

  secondFactor: {
    title: "Two-factor authentication",
    descriptions: {
      authenticator: "Enter the 6-digit code from your authenticator app, or a recovery code.",
      passkey: "Use your passkey, or enter a recovery code.",
      both: "Use your passkey, or enter the 6-digit code from your authenticator app or a recovery code.",
    },
    code: "Code",
    recoveryCode: "Recovery code",
    codeRequired: "must be 6 digits or a recovery code",
    usePasskey: "Use a passkey",
    useRecoveryCode: "Use a recovery code",
    useAnotherAccount: "Use another account",
  },

  /** Errors that a sign-in with an identity provider redirects back with, by their name in the URL. */
  providerErrors: {
    not_invited: "Your account isn't part of this team. Ask for an invitation.",
    provider_disabled: "Signing in with this provider isn't allowed. Use your password or a passkey.",
    other_account: "This is another account than the one you used before. Sign in with that account, or use your password.",
    no_email: "The provider didn't confirm your email. Use your password, or sign in with another account.",
    other: "We couldn't sign you in with this provider. Try again, or use your password.",
  },

  forgotPassword: {
    title: "Forgot your password?",
    description: "Enter your email and we'll send you a link to choose a new password.",
    submit: "Send reset link",
    backToSignIn: "Back to sign in",
    sentTitle: "Check your email",
    sentText: (minutes: number) =>
      plural(minutes, {
        one: "If there's an account with that email, we've sent a link to it. The link expires in {n} minute.",
        other: "If there's an account with that email, we've sent a link to it. The link expires in {n} minutes.",
      }),
  },

  resetPassword: {
    title: "Choose a new password",
    description: "Changing your password signs you out everywhere.",
    submit: "Change password",
    successTitle: "Password changed",
    successText: "You can now sign in with your new password.",
    invalidTitle: "This link isn't valid",
    invalidText: "It may have expired or been used already, or you requested a newer one.",
    requestLink: "Request a new link",
  },

  setup: {
    title: "Set up Gatehouse",
    description: "You'll be the owner. You can invite your team later.",
    project: "Project name",
    projectHint: "Customers see it on pages and in emails.",
    timeZone: "Time zone",
    submit: "Set up Gatehouse",
    completeTitle: "Gatehouse is already set up",
    completeSignedIn: "You're signed in. The public key is under Settings › API keys, where you can also create another secret key.",
    completeText: "To join the team, ask an owner or admin for an invitation.",
    invalidLink: "To set up Gatehouse, open the setup link from the terminal where it was started.",
    /** `{start}` and `{migrate}` are replaced by commands. */
    invalidLinkHint:
      "Can't find the link? {start} prints it every time until setup is complete. If you run several servers, {migrate} prints it.",
  },

  initialKeys: {
    title: "Your API keys",
    description: (project: string) => `${project} is set up, and you're signed in. Use these keys to call the API.`,
    publicKey: "Public key",
    publicKeyHint: "For your website and apps. Anyone can see it.",
    secretKey: "Secret key",
    secretKeyHint: "For your server. Keep it secret. If the first start printed a secret key, it is this one.",
    givenSecretKey: "The secret key is the one in the SECRET_KEY variable of this installation.",
    shownOnce: "Shown only once",
    goToDashboard: "Go to dashboard",
  },

  invitation: {
    title: (project: string) => `Join ${project}`,
    invited: "You're invited as {role}. {permissions}",
    invitedBy: "{name} invited you as {role}. {permissions}",
    permissions: {
      viewer: "You can view codes, leads, sends and activity.",
      member: "You can manage codes, leads and sends.",
      admin: "You can do everything except manage owners, API keys and email delivery.",
      owner: "You have full access.",
    } satisfies Record<Role, string>,
    submit: "Join team",
    invalidTitle: "This invitation isn't valid",
    invalidText: "It may have expired, been revoked or been accepted already. Ask for a new invitation.",
  },
} as const;
