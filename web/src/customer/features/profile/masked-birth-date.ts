/** Masks day and month of a birth date (yyyy-MM-dd), so that only the year shows. */
export const maskedBirthDate = (day: string): string => `**/**/${day.slice(0, 4)}`
