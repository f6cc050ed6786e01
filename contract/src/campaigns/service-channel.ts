import * as z from 'zod/mini'

/** Channels that have a name on screen; links may carry others. */
const channelTitles: Readonly<Record<string, string>> = {
  aplicativo: 'Aplicativo',
  site: 'Site',
  totem: 'Totem',
  balcao: 'Balcão',
  whatsapp: 'WhatsApp',
}

/** Where a participation came from; `site` when nobody says. */
export const serviceChannelSchema = z._default(z.string().check(z.maxLength(40)), 'site')

/** The channel's name on screen. */
export const serviceChannelTitle = (channel: string): string => channelTitles[channel] ?? channel
