/** The digits of a car park's ticket (spec §7): 6 to 20, typed with any spaces, dots or hyphens; null for anything else. */
export const parseTicketNumber = (text: string): string | null => {
  const digits = text.replace(/[\s.-]/g, '')
  return /^\d{6,20}$/.test(digits) ? digits : null
}

export const invalidTicketMessage = 'Número do ticket inválido.'
