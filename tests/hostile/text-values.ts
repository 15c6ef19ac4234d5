export const controls = ["\0", "a\0b", "a\x07b", "a\x7fb", "a\x85b"];
export const surrogates = ["\ud800", "a\udfffb"];
export const notText: unknown[] = [null, 0, 1.5, true, [], {}, ["ada@example.org"], { toString: "x" }];
export const texts: unknown[] = [...notText, ...controls, ...surrogates];
export const huge = "x".repeat(1_000_000);
