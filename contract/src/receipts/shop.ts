import * as z from 'zod/mini'
import { documentCharacters } from '../brazil/document.ts'
import { normalizeForSearch } from '../brazil/normalize-for-search.ts'

/** What a shop sells. */
export const shopSegments = {
  food: 'Alimentação',
  beauty: 'Beleza e perfumaria',
  toys: 'Brinquedos',
  shoes: 'Calçados e bolsas',
  home: 'Casa e decoração',
  electronics: 'Eletrônicos e celulares',
  sports: 'Esporte',
  pharmacy: 'Farmácia e saúde',
  jewelry: 'Joias, relógios e óticas',
  leisure: 'Lazer e cinema',
  books: 'Livros e papelaria',
  supermarket: 'Mercado',
  fashion: 'Moda',
  pets: 'Pets',
  services: 'Serviços',
  other: 'Outros',
} as const
export type ShopSegment = keyof typeof shopSegments
export const shopSegmentSchema = z.enum(Object.keys(shopSegments) as [ShopSegment, ...ShopSegment[]])

export const shopNameMaxLength = 120
export const floorMaxLength = 30

/** A floor without superfluous spaces, so that each floor has one name. */
export const cleanFloor = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** A participating shop, as shown to everyone. */
export const participatingShopSchema = z.object({
  /** Optional, because a process of the previous version does not send it during an update. */
  shop_id: z.optional(z.string()),
  name: z.string(),
  cnpj: z.string(),
  /** Null until staff have entered it. */
  segment: z.nullable(shopSegmentSchema),
  /** As the mall names it, for instance "Térreo"; null until staff have entered it. */
  floor: z.nullable(z.string()),
})
export type ParticipatingShop = z.infer<typeof participatingShopSchema>

/** Fewer characters of a CNPJ would match names with digits as well. */
const cnpjMinLength = 4

/**
 * Shops whose name or segment contains every word of `text`, or whose CNPJ begins with it. Accents and case are ignored;
 * a null segment or floor matches all.
 */
export function searchShops<Shop extends ParticipatingShop>(
  shops: readonly Shop[],
  { text, segment, floor }: { text: string; segment: ShopSegment | null; floor: string | null },
): Shop[] {
  const words = normalizeForSearch(text).split(' ')
  const characters = documentCharacters(text)
  return shops.filter((shop) => {
    if (segment !== null && shop.segment !== segment) return false
    if (floor !== null && shop.floor !== floor) return false
    if (characters.length >= cnpjMinLength && shop.cnpj.startsWith(characters)) return true
    const searched = normalizeForSearch(`${shop.name} ${shop.segment ? shopSegments[shop.segment] : ''}`)
    return words.every((word) => searched.includes(word))
  })
}

/** The floors of the shops, from the lowest to the highest; those without a number are last. */
export function floorsOf(shops: readonly Pick<ParticipatingShop, 'floor'>[]): string[] {
  const floors = new Set(shops.map(({ floor }) => floor).filter((floor) => floor !== null))
  return [...floors].toSorted((a, b) => levelOf(a) - levelOf(b) || a.localeCompare(b, 'pt-BR'))
}

function levelOf(floor: string): number {
  const name = normalizeForSearch(floor)
  if (name.includes('subsolo')) return -1
  if (name.includes('terreo')) return 0
  return Number(/\d+/.exec(name)?.[0] ?? Number.MAX_SAFE_INTEGER)
}

/** The segments of the shops, in the order of `shopSegments`. */
export const segmentsOf = (shops: readonly Pick<ParticipatingShop, 'segment'>[]): ShopSegment[] =>
  (Object.keys(shopSegments) as ShopSegment[]).filter((segment) =>
    shops.some((shop) => shop.segment === segment),
  )
