/** Path of *Parceiros*: the linked accounts, redemptions and their history. */
export const partnersPath = '/parceiros'
