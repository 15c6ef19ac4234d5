import * as sdk from "@gatehouse/sdk/public";
import { runOnPage } from "./scenario.mjs";

console.log(JSON.stringify(await runOnPage(sdk, JSON.parse(process.env.SCENARIO))));
