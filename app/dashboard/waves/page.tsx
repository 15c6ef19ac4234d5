import { wavesList } from "@/components/waves/definition";
import { WavesView } from "@/components/waves/list";
import { listWavesEndpoint } from "@/contract/waves";
import { listWaves } from "@/core/waves/record";
import { listPage } from "../seeded-page";

export const metadata = { title: "Waves" };

export default listPage(listWavesEndpoint, wavesList, listWaves, WavesView);
