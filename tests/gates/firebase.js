// The blocking function in Firebase's own library, as Identity Platform calls it, for the tests of the gates.
import { createServer } from "node:http";
import { gateSignUp } from "./gates/firebase.js";

createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  if (request.method === "GET") return response.end("{}");
  const answer = {
    status: (code) => {
      response.statusCode = code;
      return answer;
    },
    setHeader: (...header) => response.setHeader(...header),
    send: (body) => response.end(typeof body === "string" ? body : JSON.stringify(body)),
  };
  await gateSignUp({ method: request.method, header: (name) => request.headers[name.toLowerCase()], body: JSON.parse(text) }, answer);
}).listen(Number(process.env.PORT), "127.0.0.1");
