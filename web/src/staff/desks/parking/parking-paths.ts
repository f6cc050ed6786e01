/** Paths of the desk of parking vouchers: its tabs, and the comparison of one day. */
export const parkingPaths = {
  desk: '/estacionamento',
  apply: '/estacionamento/aplicar',
  vouchers: '/estacionamento/vales',
  cases: '/estacionamento/a-decidir',
  days: '/estacionamento/conferencia',
  day: <Day extends string>(day: Day) => `/estacionamento/conferencia/${day}` as const,
  liability: '/estacionamento/relatorio',
} as const
