import { claimsList } from "@/components/claims/definition";
import { ClaimsView } from "@/components/claims/list";
import { listClaimsEndpoint } from "@/contract/claims";
import { listClaims } from "@/core/claims/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Claims" };

export default listPage(listClaimsEndpoint, claimsList, listClaims, ClaimsView);
