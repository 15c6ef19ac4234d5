/** Copy for an emailed link that doesn't work. */
export const invalidLinkMessages = {
  title: "This link isn't valid",
  text: "The link may be incomplete, or you may no longer be on the list. Open it again from your email.",
} as const;
