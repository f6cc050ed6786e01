/** Formats a count with its noun in Portuguese: `countFormatter('ponto', 'pontos')(1250)` is '1.250 pontos'. */
export const countFormatter =
  (singular: string, plural: string) =>
  (count: number): string =>
    `${count.toLocaleString('pt-BR')} ${Math.abs(count) === 1 ? singular : plural}`

export const formatDays = /* @__PURE__ */ countFormatter('dia', 'dias')
export const formatYears = /* @__PURE__ */ countFormatter('ano', 'anos')
export const formatGifts = /* @__PURE__ */ countFormatter('brinde', 'brindes')
export const formatPeople = /* @__PURE__ */ countFormatter('pessoa', 'pessoas')
export const formatPlaces = /* @__PURE__ */ countFormatter('lugar', 'lugares')
export const formatPoints = /* @__PURE__ */ countFormatter('ponto', 'pontos')
export const formatReceipts = /* @__PURE__ */ countFormatter('nota', 'notas')
export const formatTicketCount = /* @__PURE__ */ countFormatter('ingresso', 'ingressos')
