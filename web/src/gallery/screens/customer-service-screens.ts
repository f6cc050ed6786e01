import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import {
  findSimilarTicketsCall,
  listOwnTicketsCall,
  markTicketReadCall,
  newTicketCall,
  newTicketOptionsCall,
  rateServiceCall,
  readConversationCall,
  replyCall,
  ticketChangesCall,
  uploadAttachmentCall,
} from '@clube/contract/customer-service/calls.ts'
import { paths } from '../../platform/navigation/paths.ts'
import { draftKey, draftMaxDays, saveDraft } from '../../platform/storage/drafts.ts'
import {
  answer,
  closedConversation,
  conversation,
  ownTicket,
  resolvedConversation,
  systemMessage,
  ticketOptions,
  uploaded,
  waitingConversation,
} from '../../testing/customer-service-samples.ts'
import { failing, refusal, respond, unreachable } from '../../testing/fake-server.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import { fakePhone } from './sample-camera.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import { longTitle, signedIn, signedInScreens } from './shopper-screens.ts'
import { choose, chooseFile, press, select, type, waitForText } from './simulated-user.ts'

const { receipt, participation } = samples
const group = 'Atendimento'
const changes = respond(ticketChangesCall, { revision: '1', tickets: [] })

const tickets = [
  { ...ownTicket, ...waitingOf(1), is_unread: true, subject: 'Não consigo usar o vale-estacionamento' },
  ownTicket,
  {
    ...ownTicket,
    ticket_id: sampleId(303),
    protocol: 'SAC-2026-000098-1',
    state: 'in_progress' as const,
    first_answer_due_at: null,
    sla_due_at: '2026-11-20T19:12:00.000Z',
    subject: longTitle,
  },
  {
    ...ownTicket,
    ticket_id: sampleId(304),
    protocol: 'SAC-2026-000071-9',
    state: 'resolved' as const,
    category: 'praise' as const,
    first_answer_due_at: null,
    sla_due_at: null,
    subject: 'Elogio à equipe da portaria',
  },
  {
    ...ownTicket,
    ticket_id: sampleId(305),
    protocol: 'SAC-2026-000034-2',
    state: 'closed' as const,
    category: 'account' as const,
    first_answer_due_at: null,
    sla_due_at: null,
    subject: 'Mudar o meu celular',
  },
]

function waitingOf(number: number) {
  return {
    ticket_id: sampleId(301 + number),
    protocol: 'SAC-2026-000119-7',
    state: 'waiting_customer' as const,
    category: 'parking' as const,
    first_answer_due_at: null,
    last_message_at: answer.created_at,
  }
}

const ratedConversation = { ...resolvedConversation, version: 6, can_rate: false, rating: 5 }

const fill = [
  select('Sobre o quê?', 'Nota fiscal'),
  type('Assunto', 'A nota foi recusada por engano'),
  type('O que aconteceu?', 'Cadastrei a nota da livraria e ela foi recusada. A loja disse que participa.'),
]
const pdf = chooseFile('Escolher PDFs', 'comprovante-da-compra.pdf', '%PDF-1.7')
const { purchase_id } = receipt
const reply = { message: 'Sim, segue outra foto com o total.' }

/** *Meus atendimentos*, the form of a new ticket, and the conversation in each of its states. */
export const customerServiceScreens: readonly ScreenState[] = [
  ...signedInScreens(
    { group, path: paths.service, slug: 'atendimentos' },
    [respond(listOwnTicketsCall, tickets), changes],
    {
      lista: { title: 'Meus atendimentos', shows: 'Resposta nova' },
      vazia: emptyState(listOwnTicketsCall, 'Meus atendimentos, nenhum', 'Você ainda não tem atendimentos.'),
      'resposta-guardada': {
        title: 'Meus atendimentos, uma resposta que ainda não foi enviada',
        arrange: () => {
          signedIn()
          saveReply()
        },
        responses: respond(replyCall, unreachable),
        shows: 'Uma resposta sua ainda não foi enviada.',
      },
      ...loadingStates(listOwnTicketsCall, 'Meus atendimentos'),
    },
  ),
  ...signedInScreens(
    { group, path: paths.newServiceTicket, slug: 'novo-atendimento' },
    [
      respond(newTicketOptionsCall, ticketOptions),
      respond(findSimilarTicketsCall, []),
      respond(uploadAttachmentCall, uploaded(340, 'comprovante-da-compra.pdf')),
      respond(readConsentDocumentCall, { ...samples.consent, kind: 'sac' }),
    ],
    {
      vazio: { title: 'Novo atendimento', shows: 'Até 5 fotos ou PDFs' },
      incompleto: {
        title: 'Novo atendimento, sem preencher',
        act: press('Enviar'),
        shows: 'Escreva pelo menos 10 caracteres.',
      },
      termos: {
        title: 'Novo atendimento, com os termos a aceitar',
        responses: respond(newTicketOptionsCall, {
          ...ticketOptions,
          terms_to_accept: { version: '2026.1' },
        }),
        act: fill,
        shows: 'Li e aceito: Termos do atendimento',
      },
      'termos-sem-aceite': {
        title: 'Novo atendimento, sem aceitar os termos',
        responses: respond(newTicketOptionsCall, {
          ...ticketOptions,
          terms_to_accept: { version: '2026.1' },
        }),
        act: [...fill, press('Enviar')],
        shows: 'Este campo é requerido',
      },
      anexo: {
        title: 'Novo atendimento, com um anexo',
        act: [...fill, pdf],
        shows: '48 kB, enviado',
      },
      enviando: {
        title: 'Novo atendimento, anexo a caminho e outro na fila',
        responses: respond(uploadAttachmentCall, failing(null, 0.6)),
        act: [...fill, pdf, chooseFile('Escolher PDFs', 'nota.pdf', '%PDF-1.7')],
        shows: 'Na fila',
      },
      'anexo-sem-rede': {
        title: 'Novo atendimento, anexo que não foi enviado',
        responses: respond(uploadAttachmentCall, unreachable),
        act: [...fill, pdf, waitForText('Tentar de novo'), press('Enviar')],
        shows: 'Espere o envio dos anexos terminar',
      },
      'anexo-recusado': {
        title: 'Novo atendimento, PDF com senha',
        responses: respond(uploadAttachmentCall, refusal('customer-service.file-encrypted')),
        act: [...fill, pdf],
        shows: 'Este PDF tem senha.',
      },
      camera: {
        title: 'Foto para o atendimento',
        arrange: () => {
          signedIn()
          fakePhone()
        },
        act: press('Tirar foto'),
        shows: 'Tire uma foto para a equipe',
      },
      parecido: {
        title: 'Novo atendimento, outro parecido aberto',
        responses: respond(findSimilarTicketsCall, [
          {
            ticket_id: ownTicket.ticket_id,
            protocol: ownTicket.protocol,
            subject: ownTicket.subject,
            state: ownTicket.state,
          },
        ]),
        arrange: () => {
          signedIn()
          saveDraft(
            draftKey('customer/c1', 'service-ticket'),
            { category: 'purchase', subject: 'Nota recusada', message: 'A nota foi recusada por engano.' },
            draftMaxDays,
          )
        },
        shows: 'Você já tem um atendimento aberto parecido.',
      },
      rascunho: {
        title: 'Novo atendimento, continuado de um rascunho',
        arrange: () => {
          signedIn()
          saveDraft(
            draftKey('customer/c1', 'service-ticket'),
            {
              message: 'A nota foi recusada por engano, e a loja confirmou que participa.',
              attachments: [
                {
                  upload_id: sampleId(341),
                  name: 'nota.jpg',
                  type: 'image/jpeg',
                  bytes: 812_345,
                  expires_at: '2026-11-22T12:00:00.000Z',
                },
                { name: 'comprovante.pdf', bytes: 240_000 },
              ],
            },
            draftMaxDays,
          )
        },
        shows: 'Continuamos de onde você parou',
      },
      muitas: {
        title: 'Novo atendimento, mensagens demais',
        responses: respond(newTicketCall, refusal('customer-service.too-many', { minutes: 42 })),
        act: [...fill, press('Enviar')],
        shows: 'Tente de novo em 42 minutos.',
      },
      'sem-rede-ao-enviar': {
        title: 'Novo atendimento, sem rede ao enviar',
        responses: respond(newTicketCall, unreachable),
        act: [...fill, press('Enviar')],
        shows: 'Verifique sua conexão',
      },
      ...loadingStates(newTicketOptionsCall, 'Novo atendimento'),
    },
  ),
  ...signedInScreens(
    { group, path: paths.newServiceTicketAbout('nota', purchase_id), slug: 'novo-atendimento-sobre' },
    [
      respond(newTicketOptionsCall, {
        ...ticketOptions,
        links: {
          campaign: null,
          purchase: { ...receipt, issued_on: '2026-11-18' },
          transaction: participation,
        },
      }),
      respond(findSimilarTicketsCall, []),
    ],
    {
      nota: { title: 'Novo atendimento sobre uma nota', shows: 'compra de 18/11/2026' },
      participacao: {
        title: 'Novo atendimento sobre uma participação',
        path: paths.newServiceTicketAbout('participacao', participation.transaction_id),
        shows: `Protocolo ${participation.protocol}`,
      },
      alheia: {
        title: 'Novo atendimento sobre uma nota de outra conta',
        path: paths.newServiceTicketAbout('nota', sampleId(399)),
        responses: respond(newTicketOptionsCall, ticketOptions),
        shows: 'Não encontramos a nota, a participação ou a promoção deste atendimento.',
      },
      retirada: {
        title: 'Novo atendimento, sem a participação que o abriu',
        path: paths.newServiceTicketAbout('reserva', participation.transaction_id),
        act: press('Não é sobre isto'),
        shows: 'Desfazer',
      },
    },
  ),
  ...signedInScreens(
    { group, path: paths.serviceTicket(ownTicket.ticket_id), slug: 'conversa' },
    [
      respond(readConversationCall, waitingConversation),
      respond(markTicketReadCall, { is_unread: false }),
      respond(listOwnTicketsCall, []),
      changes,
    ],
    {
      recebida: {
        title: 'Conversa, recebida',
        responses: respond(readConversationCall, conversation),
        shows: 'Primeira resposta até',
      },
      'com-pergunta': {
        title: 'Conversa, a equipe espera a resposta',
        responses: respond(readConversationCall, { ...waitingConversation, is_unread: true }),
        shows: 'Aguardando sua resposta',
      },
      'em-atendimento': {
        title: 'Conversa, em atendimento, com o prazo vencido',
        responses: respond(readConversationCall, {
          ...waitingConversation,
          state: 'in_progress',
          sla_due_at: '2026-11-20T19:12:00.000Z',
        }),
        shows: 'Pedimos desculpas pela demora.',
      },
      resolvida: {
        title: 'Conversa, resolvida',
        responses: respond(readConversationCall, resolvedConversation),
        shows: 'Como foi este atendimento?',
      },
      'avaliar-sem-nota': {
        title: 'Conversa, avaliação sem escolher a nota',
        responses: respond(readConversationCall, resolvedConversation),
        act: press('Enviar avaliação'),
        shows: 'Escolha uma nota de 1 a 5.',
      },
      avaliar: {
        title: 'Conversa, avaliação do atendimento',
        responses: respond(readConversationCall, resolvedConversation),
        act: choose('4'),
        shows: 'Quer contar mais?',
      },
      avaliada: {
        title: 'Conversa, atendimento avaliado',
        responses: [
          respond(readConversationCall, resolvedConversation, ratedConversation),
          respond(rateServiceCall, ratedConversation),
        ],
        act: [choose('5'), press('Enviar avaliação')],
        shows: 'Você deu nota 5',
      },
      encerrada: {
        title: 'Conversa, encerrada',
        responses: respond(readConversationCall, closedConversation),
        shows: 'Este atendimento foi encerrado. Abra um novo.',
      },
      unida: {
        title: 'Conversa, unida a outra',
        responses: respond(readConversationCall, {
          ...closedConversation,
          messages: [
            ...waitingConversation.messages,
            systemMessage(315, 'Este atendimento continua no protocolo SAC-2026-000098-1.'),
          ],
          continued_in: { ticket_id: sampleId(303), protocol: 'SAC-2026-000098-1' },
        }),
        shows: 'A conversa continua nele.',
      },
      'sem-conexao': {
        title: 'Conversa, resposta que espera a conexão',
        responses: respond(replyCall, unreachable),
        act: [type('A equipe espera a sua resposta', reply.message), press('Enviar')],
        shows: 'Ainda não enviada.',
      },
      recusada: {
        title: 'Conversa, resposta recusada',
        responses: respond(replyCall, refusal('customer-service.too-many', { minutes: 12 })),
        act: [type('A equipe espera a sua resposta', reply.message), press('Enviar')],
        shows: 'Tente de novo em 12 minutos.',
      },
      desconhecida: {
        title: 'Conversa, não encontrada',
        responses: respond(readConversationCall, refusal('customer-service.unknown')),
        shows: 'Atendimento não encontrado.',
      },
      ...loadingStates(readConversationCall, 'Conversa'),
    },
  ),
]

function saveReply(): void {
  saveDraft(
    draftKey('customer/c1', 'service-replies'),
    [
      {
        ticket_id: ownTicket.ticket_id,
        client_message_id: sampleId(350),
        ...reply,
        attachments: [],
        created_at: answer.created_at,
        refusal: null,
      },
    ],
    draftMaxDays,
  )
}
