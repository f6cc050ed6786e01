import { checkDigit } from '@clube/contract/brazil/check-digits.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import type { ShopSegment } from '@clube/contract/receipts/shop.ts'
import type { Database } from '../../src/db/database.ts'
import { seedShops } from '../../src/modules/receipts/index.ts'

/** One till: NFC-e of series 001, whose numbers have reached 1,000. */
const tills = [{ till: '65001', number: 1000 }] as const

const [lowest, ground, first, second] = ['Subsolo', 'Térreo', '1º piso', '2º piso'] as const

/** Names by segment and floor. */
const others: readonly [ShopSegment, string, readonly string[]][] = [
  ['supermarket', lowest, ['Mercado Quitanda Boa', 'Empório do Grão', 'Adega Três Cachos']],
  [
    'services',
    lowest,
    ['Lavanderia Água Clara', 'Chaveiro Volta e Meia', 'Costura da Lina', 'Pet Banho & Cia'],
  ],
  ['pets', lowest, ['Bicho Solto', 'Aquário Maré Mansa']],
  ['pharmacy', ground, ['Farmácia Boa Hora', 'Drogaria Ipê-Roxo', 'Manipulação Alecrim']],
  [
    'beauty',
    ground,
    ['Perfumaria Flor de Laranjeira', 'Cosméticos Pitanga', 'Barbearia do Largo', 'Unhas & Prosa'],
  ],
  [
    'jewelry',
    ground,
    ['Ótica Bem-te-vi', 'Joalheria Estrela do Sul', 'Relojoaria Meio-Dia', 'Pratas da Vila'],
  ],
  [
    'fashion',
    ground,
    ['Ateliê Manacá', 'Algodão Cru', 'Alfaiataria Novais', 'Costa & Mar', 'Jeans da Praça', 'Brisa'],
  ],
  ['shoes', ground, ['Bolsas Caminho', 'Chinelaria Pé na Areia', 'Couro & Cia']],
  [
    'food',
    ground,
    ['Pão de Cada Dia', 'Sorveteria Geada', 'Doceria Compota', 'Chocolates Serra', 'Casa do Suco'],
  ],
  ['books', first, ['Papelaria Ponto & Vírgula', 'Banca do Saber', 'Livraria Café com Letras']],
  [
    'electronics',
    first,
    ['Tecla Informática', 'Celular & Cia', 'Áudio & Imagem', 'Games Fase Final', 'Foto Instante'],
  ],
  [
    'home',
    first,
    ['Casa Cambuci', 'Cama & Mesa Lençóis', 'Utilidades Panela Velha', 'Tapetes Trama', 'Luz da Sala'],
  ],
  ['toys', first, ['Brinquedos Peteca', 'Ludoteca', 'Bebê Pitoco']],
  [
    'fashion',
    first,
    [
      'Moda Jacarandá',
      'Pijamas Soneca',
      'Plus Bela',
      'Camisaria 1932',
      'Uniformes Escola Viva',
      'Lã & Linho',
    ],
  ],
  ['sports', first, ['Esporte Total', 'Bike & Trilha', 'Surfe Onda Longa', 'Academia Fôlego']],
  ['services', first, ['Câmbio Rosa dos Ventos', 'Viagens Horizonte', 'Agência do Bairro']],
  ['leisure', second, ['Cine Ipê', 'Boliche Dez Pinos', 'Parque Gira-Gira']],
  [
    'food',
    second,
    [
      'Cantina da Nonna',
      'Temakeria Sakura',
      'Churrascaria Brasa',
      'Tapioca da Rê',
      'Hambúrguer do Zé',
      'Pastel de Feira',
      'Vegetariano Raiz',
      'Massas & Molhos',
      'Açaí do Norte',
      'Comida Mineira Fogão a Lenha',
      'Crepe & Cia',
    ],
  ],
  ['other', second, ['Galeria de Arte Mural', 'Espaço Noivas']],
]

/** A fictitious CNPJ with valid check digits. */
const cnpjOf = (number: number): string => {
  const base = `27${String(number).padStart(6, '0')}0001`
  const digit = checkDigit(base, 9)
  return base + digit + checkDigit(base + digit, 9)
}

/** Shops of the demonstration mall, with fictitious but valid documents. */
export const shops = [
  { name: 'Livraria Jabuticabeira', cnpj: '11444777000161', segment: 'books', floor: ground, tills },
  { name: 'Café do Pátio', cnpj: '11222333000181', segment: 'food', floor: ground, tills },
  { name: 'Sapataria Passo Largo', cnpj: '12ABC34501DE35', segment: 'shoes', floor: first, tills },
] as const

const otherShops = others
  .flatMap(([segment, floor, names]) => names.map((name) => ({ name, segment, floor })))
  .map((shop, index) => ({ ...shop, cnpj: cnpjOf(index + 1), tills }))

export const seedDemonstrationShops = (db: Database['db'], now: Date): Promise<void> =>
  seedShops(db, [...shops, ...otherShops], { now, time_zone: defaultTimeZone })
