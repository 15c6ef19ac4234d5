// How much there can be of a thing, for whoever does without its schema.

/** The most rows one page of a list holds. */
export const pageLimit = 1000;

/** How far a `capped` count goes. */
export const countCap = 10_000;

/** The most codes one call makes. */
export const maxAmount = 1_000_000;

/** The most claims a code can allow; the column is a 32-bit integer. */
/** The most places a friend who joins moves a lead up in line. */
export const maxReferralPlaces = 1000;

export const maxClaims = 2_147_483_647;

/** The most addresses one send takes, and so the most messages it has. */
export const maxRecipients = 50_000;
