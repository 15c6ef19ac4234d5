// What the benchmark compares with: the same server, doing nothing. Only built with BENCH=1.
const nothing = async () => Response.json({});

export const GET = nothing;
export const POST = nothing;
