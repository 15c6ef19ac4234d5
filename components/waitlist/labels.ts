/** The copy of the waitlist page. */
export const labels = {
  title: "Waitlist",
  emptyList: {
    title: "No one is waiting",
    description: "People who join through your page or form appear here, in the order of their positions.",
  },
  viewLeads: "View leads",
  waves: "Waves",
  none: "–",
  columns: {
    position: "Position",
    email: "Email",
    referrals: "Referrals",
    status: "Status",
    joined: "Joined",
    actions: "Actions",
  },
  actions: {
    menu: (email: string) => `Actions for ${email}`,
    view: "View lead",
    invite: "Invite",
    moveToTop: "Move to the top",
    move: "Move to a position…",
    remove: "Remove from waitlist",
    moved: (email: string, position: number) => `${email} is now at position ${position.toLocaleString("en")}`,
    removed: (email: string) => `${email} removed from the waitlist`,
    failed: "Couldn't update the waitlist",
  },
  moveDialog: {
    title: (email: string) => `Move ${email}`,
    description: "Everyone in between moves up or down by one position.",
    position: "New position",
    submit: "Move",
  },
  joinLink: {
    button: "Join link",
    title: "Join link",
    description: "People join the waitlist on this page.",
    copyTarget: "join link",
    qrCode: "QR code of the join link",
  },
} as const;
