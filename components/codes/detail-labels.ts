/** The copy of the page of a code. */
export const detailLabels = {
  claimLink: {
    title: "Claim link",
    description: "Opens the claim page with this code filled in.",
    copyTarget: "claim link",
    showQrCode: "Show QR code",
    downloadQrCode: (format: string) => `Download QR code as ${format.toUpperCase()}`,
    qrCode: (code: string) => `QR code for the claim link of ${code}`,
  },
  copyCodeTarget: "code",

  check: {
    title: "Check eligibility",
    description: "See whether someone can claim this code, and why not. Checking doesn't use the code.",
    email: "Email",
    placeholder: "Search leads or enter an email",
    rules: "Rules",
    passed: (rule: string) => `${rule}, passed:`,
    failed: (rule: string) => `${rule}, failed:`,
    canClaim: "They can claim this code",
    cannotClaim: "They can't claim this code",
    alreadyClaimed: "They already claimed this code",
    claimAgain: "They can claim it again without using it up, even if a rule below fails.",
    pageAccepts: "The claim page accepts this code from them.",
    pageError: (message: string) => `The claim page says: “${message}”`,
  },

  claims: {
    title: "Claims",
    viewAll: "View all claims",
    empty: "No one has claimed this code yet.",
    revoke: "Revoke",
    revokeClaim: (email: string) => `Revoke the claim by ${email}`,
  },
  deliveries: { title: "Emails", viewAll: "View sends", empty: "This code hasn't been sent to anyone yet." },
  history: { title: "History", viewAll: "View in activity", empty: "No activity yet." },
  loadMore: "Load more",
};
