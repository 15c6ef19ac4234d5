const sdk = require("@gatehouse/sdk");

import("./scenario.mjs")
  .then(({ runOnServer }) => runOnServer(sdk, JSON.parse(process.env.SCENARIO)))
  .then((checks) => console.log(JSON.stringify(checks)));
