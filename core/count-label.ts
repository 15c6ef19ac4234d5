import { countCap } from "@/contract/limits";
import { type PluralForms, plural } from "@/lib/plural";

/** Labels a number of rows that were counted up to `countCap + 1`: "More than 10,000 emails are waiting." */
export const countLabel = (count: number, forms: PluralForms): string =>
  count > countCap ? `More than ${plural(countCap, forms)}` : plural(count, forms);
