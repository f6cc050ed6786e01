/** Path of *Meus ingressos*: holds, tickets, and the waiting list with its offers. */
export const ticketsPath = '/ingressos'
