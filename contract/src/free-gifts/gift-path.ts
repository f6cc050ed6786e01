/** Path of *Meus brindes*: vouchers and their states. */
export const giftsPath = '/brindes'
