"use client";

import { createContext, use } from "react";

const Nonce = createContext<string | undefined>(undefined);

export const NonceProvider = Nonce.Provider;

/** The nonce that the content security policy requires of style elements, also inside `srcdoc` frames. */
export const useNonce = (): string | undefined => use(Nonce);
