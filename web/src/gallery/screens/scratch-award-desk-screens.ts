import * as calls from '@clube/contract/scratch-card/award-desk-calls.ts'
import { listUnclaimedCall } from '@clube/contract/scratch-card/unclaimed-calls.ts'
import { scratchPaths } from '../../staff/desks/scratch-cards/scratch-paths.ts'
import { refusal, respond, unreachable } from '../../testing/fake-server.ts'
import { deliveredAward, deskAward, foundAwards } from '../../testing/scratch-award-desk-samples.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import { press, type, waitForText } from './simulated-user.ts'
import { deskScreens } from './staff-screens.ts'

const read = [type('Código do prêmio', 'K7QM-2XPD-9FHT'), press('Ler'), waitForText('Ana Lúcia Pereira')]
const enterBirthDate = [...read, type('Data de nascimento no documento', '20/03/1990')]
const deliver = [...enterBirthDate, press('Entregar')]
const findPerson = [type('CPF ou CNPJ', '529.982.247-25'), press('Procurar')]
const chooseSecond = async () =>
  document.querySelector<HTMLElement>('[aria-label="Prêmios desta pessoa"] li:nth-child(2) button')?.click()
const seeDeliveries = press('Entregas de hoje')

const reading = (changes: Partial<typeof deskAward>) =>
  respond(calls.readDeskAwardCall, { ...deskAward, ...changes })

const deliveryScreens = deskScreens(
  'Raspadinhas',
  'gift_supervisor',
  { path: scratchPaths.deliver, slug: 'mesa-raspadinhas-entregar' },
  {
    pronto: { title: 'Pronto para ler um prêmio', shows: 'Aponte a câmera' },
    lido: { title: 'Prêmio lido', act: read, shows: 'Data de nascimento no documento' },
    'pelo-documento': {
      title: 'Prêmio achado pelo documento',
      act: findPerson,
      shows: 'Data de nascimento no documento',
    },
    varios: {
      title: 'Vários prêmios de uma pessoa',
      responses: respond(calls.findAwardsCall, { awards: [...foundAwards] }),
      act: findPerson,
      shows: '2 prêmios',
    },
    'varios-escolhido': {
      title: 'Um de vários prêmios',
      responses: respond(calls.findAwardsCall, { awards: [...foundAwards] }),
      act: [...findPerson, waitForText('2 prêmios'), chooseSecond],
      shows: 'Assinatura de quem recebe',
    },
    'sem-premio': {
      title: 'Pessoa sem prêmio para retirar',
      responses: respond(calls.findAwardsCall, { awards: [] }),
      act: findPerson,
      shows: 'não tem prêmio para retirar agora',
    },
    'sem-cadastro': {
      title: 'Prêmios de um documento sem cadastro',
      responses: respond(calls.findAwardsCall, { awards: null }),
      act: findPerson,
      shows: 'Não há cadastro com este documento.',
    },
    assinatura: {
      title: 'Prêmio com assinatura',
      responses: reading({ needs_signature: true }),
      act: read,
      shows: 'Assinatura de quem recebe',
    },
    'assinatura-falta': {
      title: 'Assinatura que falta',
      responses: reading({ needs_signature: true }),
      act: deliver,
      shows: 'Peça a assinatura antes de entregar.',
    },
    'data-invalida': {
      title: 'Data de nascimento que não existe',
      act: [...read, type('Data de nascimento no documento', '31/02/1990'), press('Entregar')],
      shows: 'Data inválida',
    },
    'data-diferente': {
      title: 'Data de nascimento de outra pessoa',
      responses: respond(calls.deliverAwardCall, refusal('scratch-card.birth-date-differs')),
      act: deliver,
      shows: 'Esta data não é a do cadastro.',
    },
    'muitas-datas': {
      title: 'Muitas datas de nascimento erradas',
      responses: respond(calls.deliverAwardCall, refusal('scratch-card.too-many-birth-dates')),
      act: deliver,
      shows: 'Chame a supervisão ou tente de novo amanhã.',
    },
    'menor-de-idade': {
      title: 'Pessoa com menos de 18 anos',
      responses: respond(calls.deliverAwardCall, refusal('scratch-card.under-age', { age: 18 })),
      act: deliver,
      shows: 'pessoas de 18 anos ou mais',
    },
    'falta-cadastro': {
      title: 'Prêmio que pede o cadastro completo',
      responses: reading({ needs_account: true }),
      act: read,
      shows: 'Falta o cadastro',
    },
    desconhecido: {
      title: 'Código desconhecido',
      responses: respond(calls.readDeskAwardCall, refusal('scratch-card.unknown-award')),
      act: [type('Código do prêmio', 'K7QM-2XPD-9FHT'), press('Ler')],
      shows: 'Prêmio não encontrado.',
    },
    'ja-entregue': {
      title: 'Prêmio já entregue',
      responses: respond(calls.readDeskAwardCall, deliveredAward),
      act: read,
      shows: 'Já entregue',
    },
    vencido: {
      title: 'Prêmio fora do prazo',
      responses: reading({ state: 'expired', can_deliver: false, expires_at: '2026-11-21T03:00:00Z' }),
      act: read,
      shows: 'Fora do prazo',
    },
    cancelado: {
      title: 'Prêmio cancelado',
      responses: reading({ state: 'cancelled', can_deliver: false }),
      act: read,
      shows: 'Este prêmio foi cancelado.',
    },
    entregue: { title: 'Prêmio entregue', act: deliver, shows: 'Recibo na bobina' },
    'sem-resposta': {
      title: 'Entrega sem resposta',
      responses: respond(calls.deliverAwardCall, unreachable),
      act: deliver,
      shows: 'A resposta não chegou.',
    },
    desfazer: {
      title: 'Desfazer a entrega de um prêmio',
      act: [...deliver, waitForText('Recibo na bobina'), press('Desfazer (8 min)')],
      shows: 'Desfazer esta entrega?',
    },
    entregas: { title: 'Entregas de prêmios de hoje', act: seeDeliveries, shows: 'Prêmio de outra pessoa.' },
    'entregas-vazias': {
      title: 'Nenhuma entrega de prêmio hoje',
      responses: respond(calls.listAwardDeliveriesCall, []),
      act: seeDeliveries,
      shows: 'Nenhum prêmio foi entregue hoje.',
    },
  },
)

const unclaimedScreens = deskScreens(
  'Raspadinhas',
  'marketing',
  { path: scratchPaths.unclaimed, slug: 'mesa-raspadinhas-nao-entregues' },
  {
    lista: { title: 'Prêmios não entregues', shows: 'Baixar em CSV' },
    nenhuma: emptyState(listUnclaimedCall, 'Nenhuma promoção encerrada', 'Nenhuma promoção de raspadinhas'),
    ...loadingStates(listUnclaimedCall, 'Prêmios não entregues'),
  },
)

/** The delivery of prizes, and those that nobody picked up. */
export const scratchAwardDeskScreens: readonly ScreenState[] = [...deliveryScreens, ...unclaimedScreens]
