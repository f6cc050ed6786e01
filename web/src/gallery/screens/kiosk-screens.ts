import { listCampaignsCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listMyTicketsCall, listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { listMyGiftsCall } from '@clube/contract/free-gifts/calls.ts'
import { listMyAwardsCall } from '@clube/contract/scratch-card/award-calls.ts'
import { listMyParkingVouchersCall } from '@clube/contract/parking-voucher/calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { checkAccountCall, signInPasswordlessCall } from '@clube/contract/identity/sign-in-calls.ts'
import { listRedemptionsCall } from '@clube/contract/partner-points/calls.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import {
  findSimilarTicketsCall,
  newTicketOptionsCall,
  readConversationCall,
  ticketChangesCall,
} from '@clube/contract/customer-service/calls.ts'
import { countUnreadTicketsCall } from '@clube/contract/customer-service/unread-call.ts'
import { listOpenRatingsCall } from '@clube/contract/ratings/calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { listParticipatingShopsCall } from '@clube/contract/receipts/shop-calls.ts'
import { paths } from '../../platform/navigation/paths.ts'
import { kioskChannel, saveServiceChannel } from '../../platform/storage/service-channel.ts'
import { refusal, respond } from '../../testing/fake-server.ts'
import { ticketOptions, waitingConversation } from '../../testing/customer-service-samples.ts'
import { samples } from '../../testing/samples.ts'
import { press, type } from './simulated-user.ts'
import { screensOf, type ScreenState } from './screen-state.ts'
import { identified, signedIn } from './shopper-screens.ts'
import { enterDocument } from './sign-in-screens.ts'

const { campaign, giftVoucher, profile, reservation, session } = samples

const startKiosk = (): void => {
  saveServiceChannel(kioskChannel, 'temporary')
  document.documentElement.dataset['channel'] = kioskChannel
}
const atKiosk = (signIn: () => void) => () => {
  startKiosk()
  signIn()
}

const base = { group: 'Totem', app: 'shopper' } as const

/** Screens that differ at a self-service kiosk. */
export const kioskScreens: readonly ScreenState[] = [
  ...screensOf(
    { ...base, path: '/entrar', slug: 'totem-entrada', arrange: startKiosk },
    {
      vazia: { title: 'Primeira tela', shows: 'Neste totem você pode' },
      'sem-cadastro': {
        title: 'Só com o documento, sem cadastro',
        club: { passwordless: 'yes', access_key: 'x' },
        responses: respond(signInPasswordlessCall, refusal('identity.passwordless-unknown')),
        act: enterDocument,
        shows: 'Criar minha conta',
      },
      cadastro: {
        title: 'Cadastro',
        responses: respond(checkAccountCall, { registration: 'unregistered', hints: {} }),
        act: enterDocument,
        shows: 'Etapa 1 de 4',
      },
      senha: {
        title: 'Senha',
        responses: respond(checkAccountCall, { registration: 'complete', hints: {} }),
        act: enterDocument,
        shows: 'Sair',
      },
    },
  ),
  ...screensOf(
    {
      ...base,
      path: '/',
      slug: 'totem',
      responses: [
        respond(readProfileCall, profile),
        respond(listCampaignsCall, [campaign]),
        respond(listSessionsCall, [session]),
        respond(readPointsCall, samples.points),
        respond(listReceiptsCall, []),
        respond(listMyTicketsCall, [reservation]),
        respond(listMyGiftsCall, [giftVoucher]),
        respond(listMyAwardsCall, []),
        respond(listRedemptionsCall, []),
        respond(listOpenRatingsCall, []),
        respond(countUnreadTicketsCall, { count: 0 }),
        respond(listMyParkingVouchersCall, []),
        respond(listMyWaitingEntriesCall, []),
      ],
    },
    {
      sair: {
        title: 'Sair da nota que não foi enviada',
        path: '/notas/nova',
        arrange: atKiosk(signedIn),
        act: [type('Valor total da nota', '12345'), press('Minhas notas')],
        shows: 'Sair sem guardar',
      },
      inicio: { title: 'Início', arrange: atKiosk(signedIn), shows: 'an***@e***.br' },
      'sem-senha': { title: 'Início, sem senha', arrange: atKiosk(identified), shows: 'Entrar com senha' },
      nota: {
        title: 'Cadastrar nota',
        path: '/notas/nova',
        arrange: atKiosk(signedIn),
        shows: 'Ver lojas participantes',
      },
      lojas: {
        title: 'Lojas participantes',
        path: '/lojas',
        arrange: atKiosk(signedIn),
        responses: respond(listParticipatingShopsCall, samples.shops),
        shows: '5 lojas encontradas',
      },
      atendimento: {
        title: 'Novo atendimento',
        path: paths.newServiceTicket,
        arrange: atKiosk(signedIn),
        responses: [respond(newTicketOptionsCall, ticketOptions), respond(findSimilarTicketsCall, [])],
        shows: 'Tirar foto',
      },
      conversa: {
        title: 'Conversa de um atendimento',
        path: paths.serviceTicket(waitingConversation.ticket_id),
        arrange: atKiosk(signedIn),
        responses: [
          respond(readConversationCall, waitingConversation),
          respond(ticketChangesCall, { revision: '1', tickets: [] }),
        ],
        shows: 'Aguardando sua resposta',
      },
      perfil: { title: 'Meu perfil', path: '/perfil', arrange: atKiosk(signedIn), shows: 'an***@e***.br' },
      contatos: {
        title: 'Alterar contatos',
        path: '/perfil',
        arrange: atKiosk(signedIn),
        act: press('Alterar: Seus dados'),
        shows: 'Deixe em branco para manter an***@e***.br',
      },
    },
  ),
]
