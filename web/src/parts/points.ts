/** Formats points: 1 ponto, 1.250 pontos. */
export const formatPoints = (points: number): string =>
  `${points.toLocaleString('pt-BR')} ${Math.abs(points) === 1 ? 'ponto' : 'pontos'}`
