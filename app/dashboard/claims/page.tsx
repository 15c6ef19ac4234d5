import { ClaimsView } from "@/components/claims/list";
import { claimsUrlState } from "@/components/claims/url";
import { listClaimsEndpoint } from "@/contract/claims";
import { listClaims } from "@/core/claims/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Claims" };

export default listPage(listClaimsEndpoint, claimsUrlState, listClaims, ClaimsView);
