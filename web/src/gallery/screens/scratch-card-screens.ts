import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { drawScratchCardCall, listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { findScratchCampaignCall, readScratchOfferCall } from '@clube/contract/scratch-card/offer-calls.ts'
import { drawsFile, readDeckPublicationCall } from '@clube/contract/scratch-card/publication-calls.ts'
import { drawRefusals } from '@clube/contract/scratch-card/refusals.ts'
import { withCheckCharacter } from '@clube/contract/scratch-card/scratch-code.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { coveredCards } from '../../customer/features/scratch-card/covered-cards.ts'
import { setSession } from '../../platform/session/session-store.ts'
import { kioskChannel, saveServiceChannel } from '../../platform/storage/service-channel.ts'
import { refusal, respond, unreachable } from '../../testing/fake-server.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import {
  drawnCard,
  myCards,
  noCards,
  ownCard,
  receiptCampaign,
  scratchCampaign,
  scratchCode,
  scratchCredit,
  scratchOffer,
  scratchPrizes,
} from '../../testing/scratch-card-samples.ts'
import { endedPublication, publishedDraws, runningPublication } from '../../testing/scratch-proof-samples.ts'
import { serveFile } from './sample-files.ts'
import { loadingStates, type ScreenRow, type ScreenState } from './screen-state.ts'
import { identified, signedInScreens } from './shopper-screens.ts'
import { press, type, waitForText } from './simulated-user.ts'

const { transaction_id, protocol, expires_at } = samples.participation
const { slug, cd_identificador } = scratchCampaign
const group = 'Raspadinhas'

/** A shopper who signed in with the password; draw requests contain the account id, so it must be valid. */
const signedIn = (): void =>
  setSession({ kind: 'signedIn', level: 'customer', customer_name: 'Ana', account_id: sampleId(70) })

/** The states of a page for that shopper. */
const scratchScreens = (...[page, responses, rows]: Parameters<typeof signedInScreens>) =>
  signedInScreens(
    page,
    responses,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { arrange: signedIn, ...row }])),
  )

/** A kiosk with a signed-in shopper. */
const atKiosk = (): void => {
  saveServiceChannel(kioskChannel, 'temporary')
  document.documentElement.dataset['channel'] = kioskChannel
  signedIn()
}

const enterCode = [type('Código da raspadinha', scratchCode), press('Continuar')]
const reveal = [...enterCode, press('Revelar resultado')]

const playing = [
  respond(readCampaignCall, scratchCampaign),
  respond(readScratchOfferCall, scratchOffer),
  respond(listMyScratchCardsCall, noCards),
  respond(startTransactionCall, { transaction_id, protocol, expires_at }),
  respond(drawScratchCardCall, drawnCard(scratchPrizes.service)),
]

const winning = (kind: keyof typeof scratchPrizes, title: string, shows: string): ScreenRow => ({
  title,
  responses: [
    respond(drawScratchCardCall, drawnCard(scratchPrizes[kind])),
    respond(listMyScratchCardsCall, {
      waiting: [],
      drawn: [{ ...ownCard(scratchPrizes[kind], 1204), drawn_at: drawnCard(null).drawn_at }],
    }),
  ],
  act: reveal,
  shows,
})

const refused = (
  title: string,
  code: keyof typeof drawScratchCardCall.refusals,
  values: Record<string, string | number>,
  shows: string,
): ScreenRow => ({
  title,
  responses: respond(drawScratchCardCall, refusal(code, values)),
  act: enterCode,
  shows,
})

const playRows: Readonly<Record<string, ScreenRow>> = {
  codigo: { title: 'Código da raspadinha', shows: 'Vale-compras de R$ 1.000' },
  'erro-de-digitacao': {
    title: 'Código com erro de digitação',
    act: type('Código da raspadinha', `${scratchCode.slice(0, -2)}ZZ`),
    shows: drawRefusals['scratch-card.invalid-code'].message,
  },
  'codigo-errado': refused(
    'Código que não existe',
    'scratch-card.invalid-code',
    {},
    drawRefusals['scratch-card.invalid-code'].message,
  ),
  'codigo-usado': refused(
    'Código já utilizado',
    'scratch-card.code-used',
    {},
    'Este código já foi utilizado.',
  ),
  'outra-promocao': refused(
    'Código de outra promoção',
    'scratch-card.other-campaign',
    {},
    'Este código não é desta promoção.',
  ),
  'limite-do-dia': refused(
    'Limite do dia',
    'scratch-card.daily-limit',
    { n: 3 },
    'Você já usou 3 raspadinhas hoje, o limite por dia.',
  ),
  'acabaram-hoje': refused(
    'Raspadinhas do dia acabaram',
    'scratch-card.none-today',
    {},
    'Volte amanhã: seu código ou suas notas continuam valendo.',
  ),
  bloqueada: refused(
    'Muitos códigos errados',
    'scratch-card.too-many-attempts',
    { m: 5 },
    'Tente de novo em 5 minutos.',
  ),
  'faltam-notas': {
    title: 'Notas usadas em outra promoção',
    responses: [
      respond(readCampaignCall, receiptCampaign),
      respond(readScratchOfferCall, { ...scratchOffer, earned_by: ['receipts'] }),
      respond(listCreditCall, [scratchCredit]),
      respond(drawScratchCardCall, refusal('scratch-card.missing-receipts', { missing: 'R$ 57,50' })),
    ],
    act: press('Raspar agora'),
    shows: 'para você ganhar uma raspadinha.',
  },
  'nao-liberada': {
    title: 'Raspadinhas ainda não liberadas',
    responses: respond(readScratchOfferCall, { ...scratchOffer, deck: null }),
    shows: 'ainda não foram liberadas',
  },
  impedida: {
    title: 'Raspadinha de que a pessoa não pode participar',
    responses: respond(readCampaignCall, {
      ...scratchCampaign,
      eligibility: {
        eligible: false,
        reasons: [{ code: 'campaigns.under-age', message: 'Esta promoção é para maiores de 18 anos.' }],
      },
    }),
    shows: 'Esta promoção é para maiores de 18 anos.',
  },
  'das-notas': {
    title: 'Raspadinhas das notas',
    responses: [
      respond(readCampaignCall, receiptCampaign),
      respond(readScratchOfferCall, { ...scratchOffer, earned_by: ['paper', 'receipts', 'desk'] }),
      respond(listCreditCall, [scratchCredit]),
      respond(listMyScratchCardsCall, myCards),
    ],
    shows: 'Você tem 2 raspadinhas do balcão.',
  },
  fechada: {
    title: 'Raspadinha que ainda não foi raspada',
    arrange: () => {
      signedIn()
      coveredCards.add(drawnCard(null, 1190))
    },
    responses: respond(listMyScratchCardsCall, myCards),
    shows: 'Você tem uma raspadinha para raspar',
  },
  raspar: { title: 'Raspando', act: enterCode, shows: 'Revelar resultado' },
  'ganhou-servico': winning('service', 'Ganhou um serviço', 'Você ganhou!'),
  'ganhou-produto': winning('goods', 'Ganhou um produto', 'Você ganhou!'),
  'ganhou-cartao': winning('card', 'Ganhou um vale-compras', 'Você ganhou!'),
  'ganhou-pontos': winning('points', 'Ganhou pontos', 'Os pontos já estão no seu saldo.'),
  perdeu: {
    title: 'Não ganhou',
    responses: respond(drawScratchCardCall, drawnCard(null)),
    act: reveal,
    shows: 'Obrigado por participar.',
  },
  'sem-resposta': {
    title: 'A resposta não chegou',
    responses: respond(drawScratchCardCall, unreachable),
    act: enterCode,
    shows: 'Não recebemos a resposta.',
  },
  ...loadingStates(readScratchOfferCall, 'Raspadinha'),
}

const play = scratchScreens({ group, path: `/raspadinha/${slug}`, slug: 'raspadinha' }, playing, playRows)

const entry = scratchScreens(
  { group, path: `/raspadinha?cd_identificador=${cd_identificador}`, slug: 'raspadinha-entrada' },
  [respond(listCampaignsCall, [scratchCampaign]), ...playing],
  {
    codigo: {
      title: 'Raspadinha pelo endereço impresso, com o código',
      path: `/raspadinha?cd_identificador=${cd_identificador}&codigo=${scratchCode}`,
      shows: 'Código da raspadinha',
    },
    visitante: {
      title: 'Raspadinha pelo endereço impresso, que não está em andamento',
      arrange: () => setSession({ kind: 'signedOut' }),
      responses: [
        respond(listCampaignsCall, []),
        respond(findScratchCampaignCall, refusal('campaigns.unknown')),
      ],
      shows: 'Esta raspadinha não está em andamento.',
    },
    terminou: {
      title: 'Raspadinha pelo endereço impresso, que terminou',
      responses: [
        respond(listCampaignsCall, []),
        respond(findScratchCampaignCall, {
          slug,
          state: 'ended',
          starts_at: scratchCampaign.starts_at,
          ends_at: '2026-11-20T03:00:00Z',
        }),
      ],
      shows: 'Esta promoção terminou em',
    },
    varias: {
      title: 'Várias raspadinhas',
      path: '/raspadinha',
      responses: respond(listCampaignsCall, [
        scratchCampaign,
        { ...scratchCampaign, campaign_id: samples.giftCampaign.campaign_id, title: 'Raspe e viaje' },
      ]),
      shows: 'Raspe e viaje',
    },
    nenhuma: {
      title: 'Nenhuma raspadinha',
      path: '/raspadinha',
      responses: respond(listCampaignsCall, []),
      shows: 'Nenhuma raspadinha no momento.',
    },
    ...loadingStates(listCampaignsCall, 'Raspadinha'),
  },
)

const mine = scratchScreens(
  { group, path: '/raspadinhas', slug: 'minhas-raspadinhas' },
  [respond(listMyScratchCardsCall, myCards), respond(listCreditCall, [scratchCredit])],
  {
    cheias: {
      title: 'Minhas raspadinhas',
      arrange: () => {
        signedIn()
        coveredCards.add(drawnCard(null, 1190))
      },
      shows: 'Raspadinha fechada',
    },
    vazias: {
      title: 'Nenhuma raspadinha da pessoa',
      responses: [respond(listMyScratchCardsCall, noCards), respond(listCreditCall, [])],
      shows: 'Suas raspadinhas aparecem aqui.',
    },
    'sem-senha': {
      title: 'Minhas raspadinhas, sem senha',
      arrange: identified,
      shows: 'Aqui está só o que você fez depois de entrar.',
    },
    ...loadingStates(listMyScratchCardsCall, 'Minhas raspadinhas'),
  },
)

const cardPath = (position: number) => `/raspadinhas/cartao/${scratchCampaign.campaign_id}/${position}`
const card = scratchScreens(
  { group, path: cardPath(1190), slug: 'raspadinha-cartao' },
  [respond(listMyScratchCardsCall, myCards), respond(listCampaignsCall, [scratchCampaign])],
  {
    fechado: {
      title: 'Raspadinha pega antes',
      arrange: () => {
        signedIn()
        coveredCards.add(drawnCard(null, 1190))
      },
      shows: 'Revelar resultado',
    },
    ganhou: { title: 'Raspadinha raspada, com prêmio', shows: 'Você ganhou!' },
    perdeu: {
      title: 'Raspadinha raspada, sem prêmio',
      path: cardPath(1102),
      shows: 'Obrigado por participar.',
    },
    'de-outra-pessoa': {
      title: 'Raspadinha que não é da pessoa',
      path: cardPath(9),
      shows: 'Esta raspadinha não está entre as suas.',
    },
    ...loadingStates(listMyScratchCardsCall, 'Raspadinha da pessoa'),
  },
)

const kiosk = scratchScreens(
  { group: 'Totem', path: `/raspadinha/${slug}`, slug: 'totem-raspadinha' },
  playing,
  {
    codigo: { title: 'Código da raspadinha, no totem', arrange: atKiosk, shows: 'Código da raspadinha' },
    raspar: { title: 'Raspando, no totem', arrange: atKiosk, act: enterCode, shows: 'Revelar resultado' },
    ganhou: { ...winning('service', 'Ganhou, no totem', 'Você ganhou!'), arrange: atKiosk },
    perdeu: { ...playRows['perdeu']!, title: 'Não ganhou, no totem', arrange: atKiosk },
  },
)

const ended = { ...scratchCampaign, state: 'ended' as const, ends_at: '2026-11-20T03:00:00Z' }

/** Serves the text as the published file of draws. */
const withDraws = (text: string) => () => {
  setSession({ kind: 'signedOut' })
  serveFile(filePath(drawsFile, { campaign_id: ended.campaign_id }), text)
}

const proof = scratchScreens(
  { group, path: `/raspadinha/${slug}/prova`, slug: 'raspadinha-prova' },
  [respond(readCampaignCall, ended), respond(readDeckPublicationCall, endedPublication)],
  {
    'nao-lacrado': {
      title: 'Prova antes do lacre',
      responses: respond(readDeckPublicationCall, refusal('campaigns.unknown')),
      shows: 'ainda não foi lacrado',
    },
    antes: {
      title: 'Prova no início, sem resumos',
      responses: [
        respond(readCampaignCall, scratchCampaign),
        respond(readDeckPublicationCall, { ...runningPublication, heads: [] }),
      ],
      shows: 'O primeiro resumo aparece aqui',
    },
    durante: {
      title: 'Prova durante a promoção',
      responses: [
        respond(readCampaignCall, scratchCampaign),
        respond(readDeckPublicationCall, runningPublication),
      ],
      shows: 'A promoção ainda está em andamento.',
    },
    fim: { title: 'Prova no fim', arrange: withDraws(publishedDraws), shows: 'Tudo confere.' },
    achada: {
      title: 'Prova no fim, a própria raspadinha',
      arrange: withDraws(publishedDraws),
      act: [waitForText('Tudo confere.'), type('Código da raspadinha', scratchCode), press('Procurar')],
      shows: 'Raspadinha número 13',
    },
    'nao-achada': {
      title: 'Prova no fim, código que não foi usado',
      arrange: withDraws(publishedDraws),
      act: [
        waitForText('Tudo confere.'),
        type('Código da raspadinha', withCheckCharacter('ZZZZZZZZZZZZZZZ')),
        press('Procurar'),
      ],
      shows: 'Nenhum sorteio publicado tem este código.',
    },
    'nao-confere': {
      title: 'Prova que não confere',
      arrange: withDraws(publishedDraws.replace(/^1 .*\n/, '')),
      shows: 'Não confere.',
    },
    ...loadingStates(readDeckPublicationCall, 'Prova da raspadinha'),
  },
)

/** The pages of scratch cards. */
export const scratchCardScreens: readonly ScreenState[] = [
  ...play,
  ...entry,
  ...mine,
  ...card,
  ...proof,
  ...kiosk,
]
