import { binList } from "@/components/bin/definition";
import { BinView } from "@/components/bin/list";
import { listBinEndpoint } from "@/contract/bin";
import { listBin } from "@/core/bin/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Bin" };

export default listPage(listBinEndpoint, binList, listBin, BinView);
