export const controlCharacters = ["\0", "a\0b", "a\x07b", "a\x7fb", "a\x85b"];
export const loneSurrogates = ["\ud800", "a\udfffb"];
export const nonTextValues: unknown[] = [null, 0, 1.5, true, [], {}, ["ada@example.org"], { toString: "x" }];
export const invalidTexts: unknown[] = [...nonTextValues, ...controlCharacters, ...loneSurrogates];
export const oneMegabyte = "x".repeat(1_000_000);
