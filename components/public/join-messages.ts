/** Copy of the join form, on the join page and on other sites. */
export const joinMessages = {
  title: "Join the waitlist",
  invited: "A friend invited you",
  email: "Email",
  firstname: "First name",
  lastname: "Last name",
  join: "Join waitlist",
} as const;
