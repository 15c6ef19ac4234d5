import { expect, test } from "@playwright/test";
import { publicRateLimits } from "@/contract/abuse-protection";
import { callApi } from "./harness/api";
import { ourServer, startServers } from "./harness/servers";
import { heavyOnly } from "./harness/tags";

const customerCount = 64;
const codeCount = 5;

let servers: Awaited<ReturnType<typeof startServers>>;
test.beforeAll(async () => {
  servers = await startServers(ourServer, ourServer);
});
test.afterAll(() => servers?.stop());

test(
  "1,000 concurrent guesses on two servers are evaluated at most 10 more times than the limit, and the right one after them isn't",
  heavyOnly,
  async () => {
    const { baseUrls, secretKey, publicKey } = servers;
    const { data } = await callApi(`${baseUrls[0]}/api/codes/generate`, { key: secretKey, body: { amount: 1 } });
    const guess = (code: string, index: number) =>
      callApi(`${baseUrls[index % baseUrls.length]}/api/codes/claim`, {
        key: publicKey,
        body: { code, email: `guesser-${index}@example.org` },
      });
    const responses = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => guess(index < 999 ? `guess-${index}` : data[0].code, index)),
    );
    const count = (error: string) => responses.filter((response) => response.error === error).length;
    expect(count("code_not_found")).toBeGreaterThanOrEqual(publicRateLimits.guess.client.limit);
    expect(count("code_not_found")).toBeLessThanOrEqual(publicRateLimits.guess.client.limit + 10);
    expect(count("too_many_requests")).toBe(1000 - count("code_not_found"));
  },
);

for (const allowedClaims of [1, 3, 10]) {
  test(
    `${customerCount} concurrent claims on two servers use a code with ${allowedClaims} allowed claims exactly ${allowedClaims} times`,
    allowedClaims === 3 ? {} : heavyOnly,
    async () => {
      const { baseUrls, secretKey: key } = servers;
      const claim = async (code: string, index: number) => {
        for (;;) {
          const url = `${baseUrls[index % baseUrls.length]}/api/codes/claim`;
          const response = await callApi(url, { key, body: { code, email: `customer-${index}@example.org` } });
          // Servers on a busy machine refuse requests, which clients repeat.
          if (response.error !== "unavailable") return response;
        }
      };
      const generated = await callApi(`${baseUrls[0]}/api/codes/generate`, { key, body: { amount: codeCount, allowedClaims } });
      for (const { code } of generated.data) {
        const responses = await Promise.all(Array.from({ length: customerCount }, (_, index) => claim(code, index)));
        const successes = responses.filter(({ status }) => status === 200);
        expect(successes).toHaveLength(allowedClaims);
        expect(new Set(responses.filter((response) => !successes.includes(response)).map(({ error }) => error))).toEqual(
          new Set(["code_exhausted"]),
        );

        const [record, claims] = await Promise.all(
          [`codes/${code}`, `codes/${code}/claims`].map((path, index) => callApi(`${baseUrls[index]}/api/${path}`, { key })),
        );
        expect(record?.data).toMatchObject({ claims: allowedClaims, status: "exhausted" });
        expect(claims?.data.map(({ email }: { email: string }) => email).toSorted()).toEqual(
          successes.map(({ data }) => data.email).toSorted(),
        );
      }
    },
  );
}
