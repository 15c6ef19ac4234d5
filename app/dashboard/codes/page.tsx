import { codesList } from "@/components/codes/definition";
import { CodesView } from "@/components/codes/list";
import { listCodesEndpoint } from "@/contract/codes";
import { listCodes } from "@/core/codes/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Codes" };

export default listPage(listCodesEndpoint, codesList, listCodes, CodesView);
