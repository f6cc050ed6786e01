import * as z from 'zod/mini'

/** The revision of a record that was read, in the range of PostgreSQL's integer. */
export const revisionSchema = /* @__PURE__ */ z.int().check(z.minimum(0), z.maximum(2_147_483_647))
