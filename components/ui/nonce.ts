"use client";

import { createContext, use } from "react";

const Nonce = createContext<string | undefined>(undefined);

export const NonceProvider = Nonce.Provider;

/** What style elements of this page, and of a frame whose content stands in it, must carry, or the browser refuses them. */
export const useNonce = (): string | undefined => use(Nonce);
