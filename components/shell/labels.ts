export const shellLabels = {
  signOutFailed: "Couldn't sign you out. Try again.",

  searchResults: { code: "Code", lead: "Lead" },

  actions: {
    generateCodes: "Generate codes",
    addLead: "Add lead",
    sendCode: "Send code",
    inviteLeads: "Invite leads from the waitlist",
    addSuppression: "Add suppression",
    pauseCodes: "Pause codes…",
    pauseProject: "Pause claims, sign-ups or email…",
    invitePeople: "Invite people",
    createKey: "Create API key",
    lightTheme: "Light",
    darkTheme: "Dark",
    systemTheme: "System",
    signOut: "Sign out",
  },
  hints: { theme: "Theme", team: "Team" },
};
