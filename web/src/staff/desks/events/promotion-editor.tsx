import { eventTicketSettings } from '@clube/contract/event-tickets/settings.ts'
import { defineSettingsEditor, type PromotionEditor } from '../../promotions/promotion.ts'

/** The part of a campaign's form that belongs to event tickets. */
export const eventTicketsEditor: PromotionEditor = {
  settings: defineSettingsEditor({
    schema: eventTicketSettings,
    formValuesOf: () => ({}),
    settingsOf: () => ({}),
    Fields: () => <p className="soft small">As sessões e os lugares são escritos na mesa Eventos.</p>,
  }),
  hints: {
    stock: 'Deixe vazio: os lugares são contados em cada sessão.',
    limit: 'Deixe vazio: o limite de ingressos é o de cada sessão.',
  },
}
