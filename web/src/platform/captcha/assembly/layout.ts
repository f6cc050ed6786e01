// AssemblyScript. Memory layout, in bytes. `../wasm-search.ts` writes the first four.

/** 8 words: the hash's state after the full blocks of the salt. */
export const MIDSTATE: usize = 1024
/** 16 words: the rest of the salt, zeros after it. */
export const TAIL: usize = 1056
/** 64 words: the round constants. */
export const ROUND: usize = 1152

/** 16 words: the last block for the current thousand, with zeros for the last three digits. */
export const WORDS: usize = 1408
/** 64 vectors: the round constants in all four lanes. */
export const ROUND4: usize = 2048
/** 8 vectors: the state before the round of the first changing word, in that round's order of variables. */
export const STATE4: usize = 3072
/** 16 vectors: WORDS in all four lanes. */
export const WORD4: usize = 3200
/** 250 vectors: the part of the last three digits of four numbers that is in the first changing word. */
export const FRONT: usize = 4096
/** 250 vectors: the part that is in the following word. */
export const BACK: usize = 8192
