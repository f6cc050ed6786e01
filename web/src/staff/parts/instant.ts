const timeZone = 'America/Sao_Paulo'
const long = new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'short' })
const day = new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short' })

/** '21/11/2026, 09:00', in Brasília's time. */
export const instantInWords = (instant: string): string => long.format(new Date(instant))

/** '21/11/2026' of a day written yyyy-MM-dd. */
export const dayInWords = (text: string): string => day.format(new Date(`${text}T12:00:00-03:00`))

/** How long ago, roughly: 'há 5 min', 'há 3 h', 'há 2 dias'. */
export function ageInWords(instant: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000))
  if (minutes < 60) return `há ${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `há ${hours} h`
  return `há ${Math.floor(hours / 24)} dias`
}
