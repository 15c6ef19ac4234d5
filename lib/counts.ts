/** A count as lists answer it (`12345`, or `10000+` where counting stopped), for people: "12,345", "10,000+". */
export const countOf = (total: string): string => `${Number.parseInt(total, 10).toLocaleString("en")}${total.endsWith("+") ? "+" : ""}`;
