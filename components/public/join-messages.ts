/** What a form that joins says, in English: on the join page, and on other sites. */
export const joinMessages = {
  title: "Join the waitlist",
  invited: "Somebody who is on it already sent you here.",
  email: "Your e-mail address",
  firstname: "First name",
  lastname: "Last name",
  join: "Join",
} as const;
