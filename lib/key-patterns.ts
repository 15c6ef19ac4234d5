// Without imports, because the embed script contains it.

/** What public and secret API keys look like (docs/interface.md, "Base URL, keys and envelope"). */
export const publicKeyPattern = /^pk_[0-9A-Za-z]{32}$/;
export const secretKeyPattern = /^sk_[0-9A-Za-z]{40}$/;
