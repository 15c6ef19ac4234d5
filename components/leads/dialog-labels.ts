/** The texts of dialogs, which load when they are opened. */
export const dialogLabels = {
  addDialog: {
    title: "Add lead",
    description: "They won't get an email until you send them something.",
    viewExisting: "View lead",
    referralCode: "Referral code",
    referralCodeHint: "The referral code of the lead who invited them.",
    waitlist: "Add to waitlist",
    waitlistHint: "You can invite everyone on the waitlist at once.",
    submit: "Add lead",
    added: "Lead added",
    view: "View",
  },
  changeEmail: {
    action: "Change email",
    title: (email: string) => `Change the email of ${email}`,
    description: "We'll email a link to the new email address. The email changes once they open it and confirm.",
    newEmail: "New email",
    submit: "Send link",
    requested: "Link sent",
  },
} as const;
