/** Returns the commands that show how to call the API, as in the README (`tests/docs.test.ts`). */
export const apiExample = (url: string, secretKey: string): string =>
  `GATEHOUSE=${url}/api
KEY=${secretKey}
call() { curl -s "$GATEHOUSE$1" -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \${2:+-d "$2"}; echo; }

call /codes/generate '{"amount":1,"name":"Launch day"}'
call /leads/create '{"email":"ada@example.org","waitlist":true}'
call /codes/send '{"code":"curious-pineapple","emails":["ada@example.org"]}'
call /leads/email/ada@example.org`;
