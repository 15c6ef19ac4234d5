import NextAuth from "next-auth";
import { options } from "./options";

const handle = (request: Request, context: { params: Promise<{ nextauth: string[] }> }) => NextAuth(options())(request, context);

export { handle as GET, handle as POST };
