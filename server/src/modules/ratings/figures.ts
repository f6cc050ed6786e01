import { formatDay } from '@clube/contract/kernel/club-time.ts'
import {
  addCounts,
  intervalMethod,
  netPromoterScoreOf,
  noAnswers,
  type RatingCounts,
} from '@clube/contract/ratings/net-promoter-score.ts'
import type { RatingFigure, RatingFigures } from '@clube/contract/ratings/staff-calls.ts'
import { csvText } from '../../kernel/csv.ts'
import type { RatingDeps } from './deps.ts'
import { countByDay, countByShop } from './figures-store.ts'

type Shop = Awaited<ReturnType<RatingDeps['listShops']>>[number]
export type ShopFilter = { readonly shop_id?: string | undefined; readonly segment?: string | undefined }

/** The ids of the shops that a filter matches; null when it matches all. */
export const filteredShopIds = (
  shops: readonly Shop[],
  { shop_id, segment }: ShopFilter,
): readonly string[] | null =>
  shop_id === undefined && segment === undefined
    ? null
    : shops
        .filter((shop) => (shop_id ?? shop.id) === shop.id && (segment ?? shop.segment) === shop.segment)
        .map(({ id }) => id)

/** The figures of a period; days are yyyy-MM-dd, the last one included. */
export const readFigures = async (
  { db, listShops, titleOfSegment }: Pick<RatingDeps, 'db' | 'listShops' | 'titleOfSegment'>,
  { from, to, ...filter }: ShopFilter & { from: string; to: string },
): Promise<RatingFigures> => {
  const shops = await listShops(db)
  const period = { from, to, shop_ids: filteredShopIds(shops, filter) }
  const byDay = await countByDay(db, period)
  const byShop = await countByShop(db, period)
  const total = netPromoterScoreOf(sumOf(byDay))
  const shopOf = new Map(shops.map((shop) => [shop.id, shop]))
  return {
    total,
    shops: byShop
      .map(({ shop_id, ...counts }) => ({
        shop_id,
        title: shopOf.get(shop_id)?.name ?? '',
        figure: netPromoterScoreOf(counts),
      }))
      .toSorted((a, b) => byName.compare(a.title, b.title)),
    segments: groupBy(byShop, ({ shop_id }) => shopOf.get(shop_id)?.segment ?? null)
      .map(([segment, counts]) => ({ segment, figure: netPromoterScoreOf(counts) }))
      .toSorted((a, b) => byName.compare(titleOfSegment(a.segment), titleOfSegment(b.segment))),
    months: groupBy(byDay, ({ day }) => day.slice(0, 7)).map(([month, counts]) => ({
      month,
      figure: netPromoterScoreOf(counts),
    })),
    // The counts of a few answers would say as much as their score.
    days:
      total.kind === 'score'
        ? byDay.map(({ day, promoters, detractors }) => ({ day, promoters, detractors }))
        : [],
    filter_shops: shops
      .map(({ id, name }) => ({ shop_id: id, title: name }))
      .toSorted((a, b) => byName.compare(a.title, b.title)),
  }
}

const byName = new Intl.Collator('pt-BR', { numeric: true })

const sumOf = (rows: readonly RatingCounts[]): RatingCounts => rows.reduce(addCounts, noAnswers)

const groupBy = <Row extends RatingCounts, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): [Key, RatingCounts][] => [...Map.groupBy(rows, keyOf)].map(([key, group]) => [key, sumOf(group)])

/** The figures as a CSV file: one table after another, each under its title. */
export const figuresCsv = (
  figures: RatingFigures,
  input: { from: string; to: string; titleOfSegment: (segment: string | null) => string },
): string => {
  const table = (title: string, rows: readonly (readonly [string, RatingFigure])[]) => [
    [title],
    ['', 'Respostas', 'NPS', 'De', 'Até'],
    ...rows.map(([name, figure]) => [name, ...cellsOf(figure)]),
    [],
  ]
  const lines = [
    ['Avaliações de compras', `${formatDay(input.from)} a ${formatDay(input.to)}`],
    ['Intervalo de 95 %', intervalMethod],
    [],
    ...table('Todas as lojas', [['Total', figures.total]]),
    ...table(
      'Por loja',
      figures.shops.map(({ title, figure }) => [title, figure]),
    ),
    ...table(
      'Por segmento',
      figures.segments.map(({ segment, figure }) => [input.titleOfSegment(segment), figure]),
    ),
    ...table(
      'Por mês',
      figures.months.map(({ month, figure }) => [month.split('-').toReversed().join('/'), figure]),
    ),
  ]
  return `\uFEFF${lines.map((cells) => `${cells.map((cell) => (typeof cell === 'number' ? cell : csvText(cell))).join(';')}\r\n`).join('')}`
}

const cellsOf = (figure: RatingFigure): (string | number)[] =>
  figure.kind === 'score'
    ? [figure.answers, figure.score, figure.low, figure.high]
    : [figure.answers, 'menos de 5 respostas', '', '']
