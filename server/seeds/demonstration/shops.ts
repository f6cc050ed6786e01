import { checkDigit } from '@clube/contract/brazil/check-digits.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import type { ShopSegment } from '@clube/contract/receipts/shop.ts'
import type { Database } from '../../src/db/database.ts'
import { seedShops } from '../../src/modules/receipts/index.ts'

/** One till: NFC-e of series 001, whose numbers have reached 1,000. */
const tills = [{ till: '65001', number: 1000 }] as const

const [basement, groundFloor, firstFloor, secondFloor] = ['Subsolo', 'Térreo', '1º piso', '2º piso'] as const

/** Names by segment and floor. */
const others: readonly [ShopSegment, string, readonly string[]][] = [
  ['supermarket', basement, ['Mercado Quitanda Boa', 'Empório do Grão', 'Adega Três Cachos']],
  [
    'services',
    basement,
    ['Lavanderia Água Clara', 'Chaveiro Volta e Meia', 'Costura da Lina', 'Pet Banho & Cia'],
  ],
  ['pets', basement, ['Bicho Solto', 'Aquário Maré Mansa']],
  ['pharmacy', groundFloor, ['Farmácia Boa Hora', 'Drogaria Ipê-Roxo', 'Manipulação Alecrim']],
  [
    'beauty',
    groundFloor,
    ['Perfumaria Flor de Laranjeira', 'Cosméticos Pitanga', 'Barbearia do Largo', 'Unhas & Prosa'],
  ],
  [
    'jewelry',
    groundFloor,
    ['Ótica Bem-te-vi', 'Joalheria Estrela do Sul', 'Relojoaria Meio-Dia', 'Pratas da Vila'],
  ],
  [
    'fashion',
    groundFloor,
    ['Ateliê Manacá', 'Algodão Cru', 'Alfaiataria Novais', 'Costa & Mar', 'Jeans da Praça', 'Brisa'],
  ],
  ['shoes', groundFloor, ['Bolsas Caminho', 'Chinelaria Pé na Areia', 'Couro & Cia']],
  [
    'food',
    groundFloor,
    ['Pão de Cada Dia', 'Sorveteria Geada', 'Doceria Compota', 'Chocolates Serra', 'Casa do Suco'],
  ],
  ['books', firstFloor, ['Papelaria Ponto & Vírgula', 'Banca do Saber', 'Livraria Café com Letras']],
  [
    'electronics',
    firstFloor,
    ['Tecla Informática', 'Celular & Cia', 'Áudio & Imagem', 'Games Fase Final', 'Foto Instante'],
  ],
  [
    'home',
    firstFloor,
    ['Casa Cambuci', 'Cama & Mesa Lençóis', 'Utilidades Panela Velha', 'Tapetes Trama', 'Luz da Sala'],
  ],
  ['toys', firstFloor, ['Brinquedos Peteca', 'Ludoteca', 'Bebê Pitoco']],
  [
    'fashion',
    firstFloor,
    [
      'Moda Jacarandá',
      'Pijamas Soneca',
      'Plus Bela',
      'Camisaria 1932',
      'Uniformes Escola Viva',
      'Lã & Linho',
    ],
  ],
  ['sports', firstFloor, ['Esporte Total', 'Bike & Trilha', 'Surfe Onda Longa', 'Academia Fôlego']],
  ['services', firstFloor, ['Câmbio Rosa dos Ventos', 'Viagens Horizonte', 'Agência do Bairro']],
  ['leisure', secondFloor, ['Cine Ipê', 'Boliche Dez Pinos', 'Parque Gira-Gira']],
  [
    'food',
    secondFloor,
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
  ['other', secondFloor, ['Galeria de Arte Mural', 'Espaço Noivas']],
]

/** A fictitious CNPJ with valid check digits. */
const cnpjOf = (number: number): string => {
  const base = `27${String(number).padStart(6, '0')}0001`
  const digit = checkDigit(base, 9)
  return base + digit + checkDigit(base + digit, 9)
}

/** Shops of the demonstration mall, with fictitious but valid documents. */
export const shops = [
  { name: 'Livraria Jabuticabeira', cnpj: '11444777000161', segment: 'books', floor: groundFloor, tills },
  { name: 'Café do Pátio', cnpj: '11222333000181', segment: 'food', floor: groundFloor, tills },
  { name: 'Sapataria Passo Largo', cnpj: '12ABC34501DE35', segment: 'shoes', floor: firstFloor, tills },
] as const

const otherShops = others
  .flatMap(([segment, floor, names]) => names.map((name) => ({ name, segment, floor })))
  .map((shop, index) => ({ ...shop, cnpj: cnpjOf(index + 1), tills }))

export const seedDemonstrationShops = (db: Database['db'], now: Date): Promise<void> =>
  seedShops(db, [...shops, ...otherShops], { now, time_zone: defaultTimeZone })
