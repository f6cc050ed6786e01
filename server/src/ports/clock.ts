/** The only source of "now": rules and use cases receive what it answers. */
export type Clock = () => Date
