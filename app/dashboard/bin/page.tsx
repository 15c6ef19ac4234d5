import { binUrl } from "@/components/bin/api";
import { BinView } from "@/components/bin/list";
import { listBinEndpoint } from "@/contract/bin";
import { listBin } from "@/core/bin/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Bin" };

export default listPage(listBinEndpoint, binUrl, listBin, BinView);
