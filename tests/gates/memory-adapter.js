// An adapter of Auth.js without a database, for the tests of the gates.
export const users = [];
export const links = [];
const [accounts, tokens, sessions] = [[], [], []];

export const adapter = {
  createUser: async (user) => users[users.push({ ...user, id: `user-${users.length}` }) - 1],
  getUser: async (id) => users.find((user) => user.id === id) ?? null,
  getUserByEmail: async (email) => users.find((user) => user.email === email) ?? null,
  getUserByAccount: async ({ provider, providerAccountId }) => {
    const account = accounts.find((each) => each.provider === provider && each.providerAccountId === providerAccountId);
    return account ? users.find(({ id }) => id === account.userId) : null;
  },
  updateUser: async (change) =>
    Object.assign(
      users.find(({ id }) => id === change.id),
      change,
    ),
  linkAccount: async (account) => accounts[accounts.push(account) - 1],
  createVerificationToken: async (token) => tokens[tokens.push(token) - 1],
  useVerificationToken: async ({ identifier, token }) => {
    const index = tokens.findIndex((each) => each.identifier === identifier && each.token === token);
    return index === -1 ? null : tokens.splice(index, 1)[0];
  },
  createSession: async (session) => sessions[sessions.push(session) - 1],
};
