/** The copy of pages without the frame. Error pages load it separately, so it has nothing that they don't need. */
export const pageLabels = {
  errorScreen: {
    heading: "Error",
    title: "This page couldn't be loaded",
    message: "Something went wrong and nothing was changed. Try again. If the problem continues, check the server log.",
  },
  siteHeader: { nav: "Site", name: "Gatehouse", dashboard: "Dashboard" },
  skipLink: "Skip to content",
  loading: "Loading",
};
