/** What stands behind a link of a mail that is nobody's, in English. */
export const invalidLinkMessages = {
  title: "This link leads nowhere",
  link_not_valid: "It may have been cut off on its way: open it from the mail once more. Or you are not on the list any more.",
} as const;
