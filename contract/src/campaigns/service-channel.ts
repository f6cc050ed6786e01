import * as z from 'zod/mini'

/** Channels with a label; links may name other channels. */
const channelTitles: Readonly<Record<string, string>> = {
  aplicativo: 'Aplicativo',
  site: 'Site',
  totem: 'Totem',
  balcao: 'Balcão',
  whatsapp: 'WhatsApp',
}

/** The channel of a participation; `site` by default. */
export const serviceChannelSchema = z._default(z.string().check(z.maxLength(40)), 'site')

/** The channel's name on screen. */
export const serviceChannelTitle = (channel: string): string => channelTitles[channel] ?? channel
