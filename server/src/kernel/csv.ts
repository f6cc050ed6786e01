/** Quotes a string for a CSV file with `;`, so that a spreadsheet neither splits it nor evaluates it as a formula. */
export const csvText = (text: string): string => {
  const escaped = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** An amount in reais that a Brazilian spreadsheet reads as a number. */
export const csvAmount = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')
