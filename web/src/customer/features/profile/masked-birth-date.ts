/** A birth date (yyyy-MM-dd) of which only the year is shown, as `dd/MM/1990` with stars for day and month. */
export const maskedBirthDate = (day: string): string => `**/**/${day.slice(0, 4)}`
