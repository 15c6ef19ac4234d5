/** What somebody else's program said, as a database and people can have it: control characters become spaces, halves of letters are replaced, and it is at most `most` characters long. */
export const storable = (text: string, most: number): string =>
  text
    .replace(/\p{Cc}/gu, " ")
    .slice(0, most)
    .toWellFormed();
