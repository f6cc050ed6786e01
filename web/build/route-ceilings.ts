/**
 * Routes that still exceed the budget of 40,000 bytes, with their measured size, rounded up to the next 500 bytes plus a margin of up to 500, as the ceiling. About 21,000
 * bytes are common to all of them: the schema library (9,000), the cache of server data, the session gate and the client.
 * Lower a ceiling whenever its route becomes smaller; the check requires removing one that is no longer needed.
 */
export const ceilings: Readonly<Record<string, number>> = {
  'event-tickets/reserve-page': 63500,
  'profile/profile-page': 60000,
  'free-gifts/choose-gift-page': 59000,
  'scratch-card/play-page': 57500,
  'home/home-page': 56000,
  'event-tickets/tickets-page': 56000,
  'parking-voucher/parking-page': 56000,
  'registration/registration-page': 56000,
  'customer-service/conversation-page': 56500,
  'privacy/privacy-page': 56000,
  'free-gifts/voucher-page': 54500,
  'customer-service/new-ticket-page': 55000,
  'parking-voucher/apply-voucher': 53500,
  'receipts/new-receipt-page': 52500,
  'partner-points/redeem-page': 51500,
  'scratch-card/proof-page': 51500,
  'receipts/receipts-page': 50500,
}
