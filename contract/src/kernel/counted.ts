/** Formats a count with its noun in Portuguese: `counted('ponto', 'pontos')(1250)` is '1.250 pontos'. */
export const counted =
  (singular: string, plural: string) =>
  (count: number): string =>
    `${count.toLocaleString('pt-BR')} ${Math.abs(count) === 1 ? singular : plural}`

export const formatDays = /* @__PURE__ */ counted('dia', 'dias')
export const formatPeople = /* @__PURE__ */ counted('pessoa', 'pessoas')
export const formatPlaces = /* @__PURE__ */ counted('lugar', 'lugares')
export const formatPoints = /* @__PURE__ */ counted('ponto', 'pontos')
export const formatReceipts = /* @__PURE__ */ counted('nota', 'notas')
export const formatTicketCount = /* @__PURE__ */ counted('ingresso', 'ingressos')
