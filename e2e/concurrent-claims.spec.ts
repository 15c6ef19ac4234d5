import { expect, test } from "@playwright/test";
import { callApi } from "./harness/api";
import { startTwoServers } from "./harness/two-servers";

const racers = 64;
const codesEach = 5;

let servers: Awaited<ReturnType<typeof startTwoServers>>;
test.beforeAll(async () => {
  servers = await startTwoServers();
});
test.afterAll(() => servers?.stop());

for (const allowedClaims of [1, 3, 10]) {
  test(`${racers} customers who claim a code of ${allowedClaims} at once, through two servers, use exactly ${allowedClaims}`, async () => {
    const { addresses, secretKey: key } = servers;
    const made = await callApi(`${addresses[0]}/api/codes/generate`, { key, body: { amount: codesEach, allowedClaims } });
    for (const { code } of made.data) {
      const answers = await Promise.all(
        Array.from({ length: racers }, (_, index) =>
          callApi(`${addresses[index % addresses.length]}/api/codes/claim`, { key, body: { code, email: `racer-${index}@example.org` } }),
        ),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(allowedClaims);
      expect(new Set(answers.filter((answer) => !won.includes(answer)).map(({ error }) => error))).toEqual(new Set(["code_exhausted"]));

      const [record, claims] = await Promise.all(
        [`codes/${code}`, `codes/${code}/claims`].map((path, index) => callApi(`${addresses[index]}/api/${path}`, { key })),
      );
      expect(record?.data).toMatchObject({ claims: allowedClaims, status: "exhausted" });
      expect(claims?.data.map(({ email }: { email: string }) => email).toSorted()).toEqual(won.map(({ data }) => data.email).toSorted());
    }
  });
}
