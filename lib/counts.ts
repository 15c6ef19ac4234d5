/** A count as lists answer it (`12345`, or `10000+` where counting stopped), for people: "12,345", "10,000+". */
export const countOf = (total: string): string => `${Number.parseInt(total, 10).toLocaleString("en")}${total.endsWith("+") ? "+" : ""}`;

/** A time in seconds as whole minutes, rounded up, for people: "1 minute", "12 minutes". */
export function minutesOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
