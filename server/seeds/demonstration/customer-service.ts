import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { acceptDocument } from '../../src/modules/consent/index.ts'
import { inTransaction } from '../../src/db/database.ts'
import {
  seedServiceTicket,
  seedTemplates,
  type BusinessHours,
  type TicketSeed,
} from '../../src/modules/customer-service/index.ts'
import { documentIndexOf, findByDocument } from '../../src/modules/identity/index.ts'
import type { PhotoStorage } from '../../src/modules/photos/index.ts'
import { drawGiftPicture } from './gift-pictures.ts'
import type { Guest } from './guests.ts'
import { personas } from './personas.ts'
import { staffEmail, staffPersonas } from './staff.ts'

const weekday = ['10:00', '22:00'] as const
const hourMs = 3_600_000

/** The hours of a club without a configuration of its own. */
const hoursOf = (time_zone: BusinessHours['time_zone']): BusinessHours => ({
  time_zone,
  holidays: [],
  week: [['14:00', '20:00'], weekday, weekday, weekday, weekday, weekday, weekday],
})

const templates = [
  {
    title: 'Recebemos e estamos vendo',
    text: 'Olá, {nome}. Recebemos o seu pedido ({protocolo}) e já estamos verificando. Voltamos a falar com você por aqui.',
    outcome: 'continue',
  },
  {
    title: 'Foto da nota',
    text: 'Olá, {nome}. Para conferir, precisamos de uma foto da nota inteira, com o valor e a data legíveis. Você pode enviá-la nesta conversa.',
    outcome: 'ask',
  },
  {
    title: 'Pontos creditados',
    text: 'Olá, {nome}. Conferimos a compra na loja {loja}, e os pontos já estão na sua conta. Obrigado por avisar! {atendente}, do {clube}',
    outcome: 'resolve',
  },
] as const

type Conversation = readonly [
  person: number | 'maria' | 'beatriz',
  hoursAgo: number,
  ticket: TicketSeed,
  /** What it is about: the person's first purchase, or first participation of a kind, before it was opened. */
  about?: 'purchase' | PromotionKind,
]

/** Customer (a guest's index, or a persona), hours since the opening, and the conversation. */
const conversationsOf = (agent: string, supervisor: string): readonly Conversation[] => [
  [
    'maria',
    50,
    {
      category: 'promotion',
      subject: 'Não consigo escolher o brinde',
      message: 'Tenho R$ 420,00 em notas, mas a página diz que ainda faltam R$ 20,00 para o panetone.',
      steps: [
        {
          by: 'note',
          staff_id: agent,
          hours: 3,
          text: 'Uma das notas ainda está em análise. Avisei o pessoal das notas.',
        },
        {
          by: 'staff',
          staff_id: agent,
          hours: 4,
          outcome: 'ask',
          text: 'Olá, Maria. Uma das suas notas ainda está em análise, por isso o valor não aparece. Você pode confirmar se a compra na livraria foi paga com vale-presente?',
        },
      ],
    },
  ],
  [
    'beatriz',
    240,
    {
      category: 'parking',
      subject: 'Vale-estacionamento não entrou',
      message: 'Apliquei o vale ontem à noite e mesmo assim paguei na saída. Tenho o comprovante.',
      isRead: true,
      steps: [
        {
          by: 'staff',
          staff_id: agent,
          hours: 5,
          outcome: 'ask',
          text: 'Olá, Beatriz. Qual é o horário do comprovante?',
        },
        { by: 'customer', hours: 9, text: 'Foi às 21h12.' },
        {
          by: 'staff',
          staff_id: supervisor,
          hours: 22,
          outcome: 'resolve',
          text: 'O vale foi aplicado às 21h15, depois do pagamento. Devolvemos o direito: ele já está na sua Carteira.',
        },
      ],
      rating: { rating: 5, comment: 'Resolveram rápido.' },
    },
  ],
  [
    0,
    2,
    {
      category: 'purchase',
      subject: 'Nota recusada por engano',
      message:
        'A minha nota da livraria foi recusada por falta de nitidez, mas a foto está boa. Podem olhar de novo?',
      steps: [],
    },
  ],
  [
    1,
    30,
    {
      category: 'shop',
      priority: 'high',
      subject: 'Troca que a loja não fez',
      message: 'Comprei um livro que veio sem as últimas páginas e a loja não quis trocar.',
      steps: [
        {
          by: 'staff',
          staff_id: agent,
          hours: 6,
          outcome: 'continue',
          text: 'Olá, Caio. Sentimos muito. Já falamos com a gerência da loja e voltamos com a resposta por aqui.',
        },
        { by: 'customer', hours: 25, text: 'Alguma novidade? O livro é um presente de aniversário.' },
      ],
    },
    'purchase',
  ],
  [
    2,
    75,
    {
      category: 'points',
      subject: 'Pontos da compra de sábado',
      message: 'Os pontos da compra de sábado ainda não apareceram no meu extrato.',
      steps: [],
    },
  ],
  [
    3,
    8,
    {
      category: 'privacy',
      priority: 'urgent',
      subject: 'Recebi um código que não pedi',
      message:
        'Recebi duas vezes um código de verificação que eu não pedi. Alguém está tentando entrar na minha conta?',
      steps: [
        {
          by: 'note',
          staff_id: supervisor,
          hours: 1,
          text: 'Nenhuma entrada nova na conta. Pedi à segurança para conferir as tentativas.',
        },
      ],
    },
  ],
  [
    4,
    400,
    {
      category: 'praise',
      subject: 'Parabéns pelo coral',
      message: 'O coral das crianças foi lindo. Obrigada à equipe que organizou a fila!',
      isRead: true,
      steps: [
        {
          by: 'staff',
          staff_id: agent,
          hours: 20,
          outcome: 'resolve',
          text: 'Que alegria ler isso, Flora! Repassamos o elogio à equipe.',
        },
      ],
      rating: { rating: 5, comment: null },
    },
  ],
  [
    5,
    120,
    {
      category: 'event',
      subject: 'Ingresso para outra pessoa',
      message: 'Posso passar o meu ingresso do concerto para a minha irmã? Não vou conseguir ir.',
      steps: [
        {
          by: 'staff',
          staff_id: agent,
          hours: 30,
          outcome: 'resolve',
          text: 'Olá, Geraldo. O ingresso é pessoal, mas você pode cancelá-lo e a sua irmã reservar outro, se houver lugar.',
        },
      ],
      rating: { rating: 3, comment: 'A resposta demorou.' },
    },
  ],
  [
    6,
    20,
    {
      category: 'promotion',
      subject: 'Panetone com o pacote aberto',
      message: 'Retirei o panetone no balcão e só em casa vi que o pacote estava aberto. Segue a foto.',
      picture: { name: 'panetone', draw: () => drawGiftPicture('fruit-panettone') },
      duplicate: {
        hours: 2,
        message: 'Mandei uma mensagem mais cedo e não sei se chegou. O pacote do panetone veio aberto.',
      },
      steps: [],
    },
    'free_gifts',
  ],
]

/** Conversations of the demonstration in every state, and templates of answers. */
export const seedDemonstrationCustomerService = async (
  deps: PromotionDeps,
  { guests, photos }: { guests: readonly Guest[]; photos: PhotoStorage | null },
): Promise<void> => {
  const { db, vault, time_zone } = deps
  const now = deps.clock()
  const agent = await findStaffId(db, 'service_agent')
  const supervisor = await findStaffId(db, 'service_supervisor')
  for (const [person, hoursAgo, ticket, about] of conversationsOf(agent, supervisor)) {
    const customer_id =
      typeof person === 'number'
        ? guests[person]?.customer_id
        : (await findByDocument(db, documentIndexOf({ vault }, personas[person])))?.id
    if (customer_id === undefined) throw new Error('A person of the demonstration was not found')
    const opened_at = new Date(now.getTime() - hoursAgo * hourMs)
    await inTransaction(db, (tx) =>
      acceptDocument(
        tx,
        { kind: 'sac', scope: '', version: '1.0' },
        { customer_id, now: opened_at, ip: '127.0.0.1', service_channel: 'site' },
      ),
    )
    const link = about === undefined ? {} : await findLink(db, { customer_id, about, before: opened_at })
    await seedServiceTicket(db, {
      customer_id,
      opened_at,
      hours: hoursOf(time_zone),
      ticket: { ...ticket, ...link },
      photos,
    })
  }
  await seedTemplates(db, { templates, staff_id: supervisor, now })
}

const findLink = async (
  db: PromotionDeps['db'],
  { customer_id, about, before }: { customer_id: string; about: 'purchase' | PromotionKind; before: Date },
): Promise<Pick<TicketSeed, 'transaction_id' | 'purchase_id'>> => {
  if (about === 'purchase') {
    const { id } = await db
      .selectFrom('purchase')
      .select('id')
      .where('customer_id', '=', customer_id)
      .where('created_at', '<=', before)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { purchase_id: id }
  }
  const { id } = await db
    .selectFrom('promotion_transaction')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('kind', '=', about)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { transaction_id: id }
}

const findStaffId = async (
  db: PromotionDeps['db'],
  persona: 'service_agent' | 'service_supervisor',
): Promise<string> => {
  const { id } = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', staffEmail(staffPersonas[persona]))
    .executeTakeFirstOrThrow()
  return id
}
