export const publicPages: Record<string, Partial<Record<string, (request: Request) => Promise<Response>>>> = {};
