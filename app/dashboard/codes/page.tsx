import { CodesView } from "@/components/codes/list";
import { codesUrlState } from "@/components/codes/url";
import { listCodesEndpoint } from "@/contract/codes";
import { listCodes } from "@/core/codes/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Codes" };

export default listPage(listCodesEndpoint, codesUrlState, listCodes, CodesView);
