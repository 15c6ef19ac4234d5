import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FiltersOf, listAddress } from "@/components/list/address";
import { between, days, given, yesOrNo } from "@/components/list/narrowing";
import { deliveryStatuses, sendKinds } from "@/contract/kinds";

/** What narrows and sorts the sends, as the page's address says it. */
export const sendsUrlState = listAddress({
  filters: {
    kind: parseAsStringLiteral(sendKinds),
    done: yesOrNo,
    failed: yesOrNo,
    code: parseAsString,
    email: parseAsString,
    batch: parseAsString,
    ...days,
  },
  narrowing: ({ from, to, ...filters }, zone) => ({ ...given(filters), ...between({ from, to }, zone) }),
  sorts: { orders: { created: "desc" }, first: "created" },
});

export type SendFilters = FiltersOf<typeof sendsUrlState.filters>;

/** What narrows the messages of one send. */
export const deliveriesUrlState = listAddress({
  filters: { q: parseAsString, status: parseAsStringLiteral(deliveryStatuses) },
  narrowing: given,
});

export type DeliveryFilters = FiltersOf<typeof deliveriesUrlState.filters>;
