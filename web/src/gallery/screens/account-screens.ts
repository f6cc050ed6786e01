import {
  listTransactionsCall,
  participationStatuses,
  type ParticipationStatus,
} from '@clube/contract/campaigns/transaction-calls.ts'
import { cityCall } from '@clube/contract/addresses/list-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { listAcceptancesCall } from '@clube/contract/consent/acceptance-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import {
  confirmContactCall,
  contactCodeDeliveryCall,
  sendContactCodeCall,
} from '@clube/contract/identity/contact-calls.ts'
import { chooseSmsNoticeCall } from '@clube/contract/identity/notice-calls.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { listDataAccessesCall } from '@clube/contract/privacy/data-access-calls.ts'
import { respond, refusal, success } from '../../testing/fake-server.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import { choose, leaveField, press, waitForText, type } from './simulated-user.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import { identified, longTitle, signedInScreens } from './shopper-screens.ts'

const { profile } = samples
const unconfirmed = { ...profile, is_email_verified: false, is_cellphone_verified: false }
const acceptance = samples.acceptances[0]!

/** Notes of participations by their status. */
const participationNotes: Partial<Record<ParticipationStatus, string>> = {
  unconfirmed: 'Confirme até 12:15.',
  cancelled: 'A sessão foi cancelada. O que você usou para participar foi devolvido.',
  expired: 'A reserva não foi confirmada a tempo.',
}

const dataAccesses = [
  {
    at: '2026-11-20T15:30:00Z',
    role: 'Atendente',
    desk: 'Balcão',
    what: 'Consultou o seu cadastro pelo documento',
  },
  { at: '2026-11-18T12:00:00Z', role: 'Validador', desk: 'Notas', what: 'Olhou a foto de uma nota sua' },
]
const requestDeletion = [
  press('Excluir minha conta'),
  type('Senha atual', 'Girassol-27'),
  press('Pedir a exclusão'),
]

/** Points, participations, profile and privacy of a signed-in shopper. */
export const accountScreens: readonly ScreenState[] = [
  ...signedInScreens(
    { group: 'Pontos e participações', path: '/pontos', slug: 'pontos' },
    [
      respond(readPointsCall, samples.points),
      respond(pointsStatementCall, success(samples.statement, { next_cursor: '1' })),
    ],
    {
      cheios: { title: 'Meus pontos', shows: 'Pontos a vencer' },
      divida: {
        title: 'Meus pontos, com diferença a acertar',
        responses: respond(readPointsCall, { ...samples.noPoints, debt: 30 }),
        shows: 'Os próximos 30 pontos acertam',
      },
      esperando: {
        title: 'Meus pontos, parte ainda não disponível',
        responses: respond(readPointsCall, {
          ...samples.points,
          waiting: [
            { points: 123, available_at: '2026-11-22T18:30:00Z' },
            { points: 1, available_at: '2026-11-22T19:00:00Z' },
          ],
        }),
        shows: 'Pontos que ainda vão ficar disponíveis',
      },
      'nova-analise': {
        title: 'Meus pontos, com nota em nova análise',
        responses: respond(readPointsCall, {
          ...samples.points,
          in_review: { points: 0, receipts: 0, appealed: 1 },
        }),
        shows: '1 nota em nova análise',
      },
      vazios: {
        title: 'Nenhum ponto',
        responses: [respond(readPointsCall, samples.noPoints), respond(pointsStatementCall, [])],
        shows: 'Seus pontos começam com a primeira nota fiscal.',
      },
      'sem-senha': {
        title: 'Meus pontos, sem senha',
        arrange: identified,
        shows: 'O extrato mostra as lojas',
      },
      ...loadingStates(pointsStatementCall, 'Extrato'),
    },
  ),
  ...signedInScreens(
    { group: 'Pontos e participações', path: '/participacoes', slug: 'participacoes' },
    [
      respond(
        listTransactionsCall,
        participationStatuses.map((status, index) => ({
          ...samples.participation,
          status,
          transaction_id: sampleId(50 + index),
          can_continue: status === 'open' || status === 'unconfirmed',
          subject:
            status === 'open'
              ? null
              : { title: 'Sessão da tarde, 2 ingressos', starts_at: '2026-12-12T18:00:00Z' },
          note: participationNotes[status] ?? null,
          ...(status === 'completed' && { receipts: [samples.receipt], campaign_title: longTitle }),
        })),
      ),
    ],
    {
      cheias: { title: 'Minhas participações', shows: 'Falta confirmar' },
      vazias: emptyState(
        listTransactionsCall,
        'Nenhuma participação',
        'Você ainda não participou de nenhuma promoção.',
      ),
      'sem-senha': {
        title: 'Minhas participações, sem senha, nada nesta sessão',
        arrange: identified,
        responses: respond(listTransactionsCall, []),
        shows: 'Sem a senha, aqui aparece só',
      },
      ...loadingStates(listTransactionsCall, 'Minhas participações'),
    },
  ),
  ...signedInScreens(
    { group: 'Perfil e privacidade', path: '/perfil', slug: 'perfil' },
    [
      respond(readProfileCall, profile),
      respond(sendContactCodeCall, { expires_at: '2026-11-21T15:30:00Z', message_id: sampleId(70) }),
      respond(contactCodeDeliveryCall, { delivery: 'sent' }),
      respond(confirmContactCall, { ...unconfirmed, is_email_verified: true }),
      respond(updateProfileCall, refusal('identity.wrong-current-password')),
      respond(cityCall, [{ id: 3550308, text: 'São Paulo', additional_data: { uf: 'SP' } }]),
    ],
    {
      cheio: { title: 'Meu perfil', shows: 'Praça da Sé, 1, lado ímpar' },
      longo: {
        title: 'Meu perfil, palavras longas',
        responses: respond(readProfileCall, {
          ...profile,
          name: 'Wolfeschlegelsteinhausenbergerdorff de Albuquerque Cavalcanti e Vasconcelos',
          email: 'wolfeschlegelsteinhausenbergerdorff.albuquerque@universidade-estadual.exemplo.com.br',
        }),
        shows: 'Wolfeschlegelsteinhausenbergerdorff',
      },
      'sem-endereco': {
        title: 'Meu perfil, sem endereço',
        responses: respond(readProfileCall, { ...profile, address: null }),
        shows: 'Você ainda não informou o seu endereço.',
      },
      'por-confirmar': {
        title: 'Meu perfil, contatos por confirmar',
        responses: respond(readProfileCall, unconfirmed),
        shows: 'Seu celular ainda não foi confirmado.',
      },
      'avisos-por-sms': {
        title: 'Meu perfil, avisos por SMS ligados',
        responses: respond(readProfileCall, {
          ...profile,
          sms_topics: ['receipts', 'reservations'],
          expiring_points_email: 'no',
        }),
        shows: 'Ao ligar um aviso, você concorda em recebê-lo por SMS',
      },
      'avisos-sem-celular': {
        title: 'Meu perfil, avisos por SMS sem celular confirmado',
        responses: respond(readProfileCall, { ...unconfirmed, sms_topics: ['receipts'] }),
        shows: 'O número mudou: nenhum SMS chega',
      },
      'avisos-celular-recusado': {
        title: 'Meu perfil, SMS recusado porque o celular mudou',
        responses: respond(chooseSmsNoticeCall, refusal('identity.cellphone-unconfirmed')),
        act: choose('Pontos a vencer'),
        shows: 'Confirme o seu celular para receber avisos por SMS.',
      },
      'e-mail-parecido': {
        title: 'Alterar contatos, e-mail com provável erro de digitação',
        act: [press('Alterar: Seus dados'), type('E-mail', 'ana@gmial.com'), leaveField('E-mail')],
        shows: 'Você quis dizer ana@gmail.com?',
      },
      'codigo-enviado': {
        title: 'Confirmar e-mail, código enviado',
        responses: respond(readProfileCall, unconfirmed),
        act: press('Confirmar e-mail'),
        shows: 'Enviamos um código de 6 números para o seu e-mail.',
      },
      'codigo-nao-entregue': {
        title: 'Confirmar e-mail, código não entregue',
        responses: [
          respond(readProfileCall, unconfirmed),
          respond(contactCodeDeliveryCall, { delivery: 'failed' }),
        ],
        act: press('Confirmar e-mail'),
        shows: 'O código não pôde ser entregue.',
      },
      'codigo-demorado': {
        title: 'Confirmar celular, código ainda não entregue',
        responses: [
          respond(readProfileCall, unconfirmed),
          respond(contactCodeDeliveryCall, { delivery: 'delayed' }),
        ],
        act: press('Confirmar celular'),
        shows: 'Ainda não conseguimos entregar o código',
      },
      'codigo-errado': {
        title: 'Confirmar e-mail, código errado',
        responses: [
          respond(readProfileCall, unconfirmed),
          respond(confirmContactCall, refusal('identity.wrong-contact-code')),
        ],
        act: [
          press('Confirmar e-mail'),
          waitForText('Código do e-mail'),
          type('Código do e-mail', '123456'),
          press('Confirmar'),
        ],
        shows: 'Código inválido. Confira e tente novamente.',
      },
      confirmado: {
        title: 'Confirmar e-mail, confirmado',
        responses: respond(readProfileCall, unconfirmed),
        act: [
          press('Confirmar e-mail'),
          waitForText('Código do e-mail'),
          type('Código do e-mail', '123456'),
          press('Confirmar'),
        ],
        shows: 'E-mail confirmado.',
      },
      'sem-codigos': {
        title: 'Confirmar e-mail, códigos do dia esgotados',
        responses: [
          respond(readProfileCall, unconfirmed),
          respond(sendContactCodeCall, refusal('identity.contact-codes-exhausted')),
        ],
        act: press('Confirmar e-mail'),
        shows: 'Os códigos de hoje para este contato acabaram.',
      },
      'senha-errada': {
        title: 'Alterar dados, senha errada',
        act: [press('Alterar: Seus dados'), type('Senha atual', 'errada-1'), press('Salvar')],
        shows: 'Senha atual incorreta.',
      },
      endereco: { title: 'Alterar endereço', act: press('Alterar: Endereço'), shows: 'Logradouro' },
      senha: {
        title: 'Trocar senha, com erros',
        act: [press('Trocar: Senha'), press('Salvar')],
        shows: 'Este campo não pode estar vazio',
      },
      'sem-senha': {
        title: 'Meu perfil, sem senha: a pergunta',
        arrange: identified,
        shows: 'Você entrou só com o documento.',
      },
      'sem-senha-fechada': {
        title: 'Meu perfil, sem senha: a pergunta fechada',
        arrange: identified,
        act: press('Fechar'),
        shows: 'Esta página mostra os seus dados.',
      },
      ...loadingStates(readProfileCall, 'Meu perfil'),
    },
  ),
  ...signedInScreens(
    { group: 'Perfil e privacidade', path: '/privacidade', slug: 'privacidade' },
    [
      respond(listAcceptancesCall, [
        acceptance,
        { ...acceptance, acceptance_id: sampleId(60), kind: 'promotion_terms', scope: 'natal' },
        {
          ...acceptance,
          acceptance_id: sampleId(61),
          kind: 'event_terms',
          revoked_at: '2026-11-20T15:00:00Z',
        },
      ]),
      respond(listDataAccessesCall, success(dataAccesses, { next_cursor: '7' })),
      respond(listMyTicketsCall, [samples.reservation]),
    ],
    {
      cheia: { title: 'Privacidade', shows: 'Consultou o seu cadastro' },
      vazia: {
        title: 'Privacidade, ninguém olhou',
        responses: [
          respond(listAcceptancesCall, []),
          respond(listDataAccessesCall, []),
          respond(listMyTicketsCall, []),
        ],
        shows: 'Ninguém da equipe viu os seus dados até agora.',
      },
      revogar: {
        title: 'Revogar um aceite',
        act: press('Revogar: Termos da promoção'),
        shows: 'Sim, revogar',
      },
      excluir: {
        title: 'Excluir a conta, senha errada',
        responses: respond(requestDeletionCall, refusal('identity.wrong-current-password')),
        act: requestDeletion,
        shows: 'Senha atual incorreta.',
      },
      excluida: {
        title: 'Exclusão pedida',
        responses: respond(requestDeletionCall, { deletes_at: '2026-12-21T15:00:00Z' }),
        act: requestDeletion,
        shows: '21 de dezembro de 2026',
      },
      ...loadingStates(listAcceptancesCall, 'Privacidade'),
    },
  ),
  ...signedInScreens(
    { group: 'Documentos', path: '/documentos/loyaltyclub_terms', slug: 'documento' },
    respond(readConsentDocumentCall, {
      ...samples.consent,
      document: '<h2>1. O clube</h2><p>Participar é de graça.</p><ul><li>Para maiores de 18 anos.</li></ul>',
    }),
    {
      'em-vigor': { title: 'Documento em vigor', shows: 'Participar é de graça.' },
      desatualizado: {
        title: 'Documento desatualizado',
        path: '/documentos/loyaltyclub_terms?version=1.0',
        responses: respond(readConsentDocumentCall, {
          ...samples.consent,
          state: 'inactive',
          version: '1.0',
        }),
        shows: 'ESTE DOCUMENTO ESTÁ DESATUALIZADO',
      },
      regulamento: {
        title: 'Regulamento do clube, com os pontos',
        path: '/documentos/loyaltyclub_regulation',
        responses: respond(readConsentDocumentCall, {
          ...samples.consent,
          kind: 'loyaltyclub_regulation',
        }),
        shows: 'Como funcionam os pontos',
      },
      inexistente: {
        title: 'Documento que não existe',
        path: '/documentos/sac',
        responses: respond(readConsentDocumentCall, refusal('consent.unknown-document')),
        shows: 'Documento não encontrado.',
      },
      ...loadingStates(readConsentDocumentCall, 'Documento'),
    },
  ),
]
