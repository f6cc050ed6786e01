// @vitest-environment jsdom
import { acceptDocumentsCall } from '@clube/contract/consent/acceptance-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import {
  discardUploadCall,
  findSimilarTicketsCall,
  listOwnTicketsCall,
  markTicketReadCall,
  newTicketCall,
  newTicketOptionsCall,
  ownTicketStream,
  rateServiceCall,
  readConversationCall,
  reopenTicketCall,
  replyCall,
  ticketChangesCall,
  uploadAttachmentCall,
} from '@clube/contract/customer-service/calls.ts'
import { countUnreadTicketsCall } from '@clube/contract/customer-service/unread-call.ts'
import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import {
  closedConversation,
  conversation,
  ownTicket,
  resolvedConversation,
  ticketOptions,
  uploaded,
  waitingConversation,
} from '../../../testing/customer-service-samples.ts'
import { refusal, unreachable } from '../../../testing/fake-server.ts'
import { advanceTime } from '../../../testing/jsdom.ts'
import { sampleId, samples } from '../../../testing/samples.ts'
import {
  confirm,
  change,
  choose,
  expectText,
  expectToast,
  fieldValue,
  linkTo,
  press,
  server,
  settle,
  type,
} from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'
import { changesPollMs } from './use-service-tickets.ts'

setUpShopperScreens()

const { receipt } = samples
const { ticket_id } = ownTicket
const opened = {
  ticket_id,
  protocol: ownTicket.protocol,
  state: 'new' as const,
  sla_due_at: ticketOptions.sla_due_at,
  first_answer_due_at: ticketOptions.first_answer_due_at,
  similar: [],
}

beforeEach(() => {
  server.respond(newTicketOptionsCall, ticketOptions)
  server.respond(findSimilarTicketsCall, [])
  server.respond(listReceiptsCall, [receipt])
  server.respond(listOwnTicketsCall, [])
  server.respond(markTicketReadCall, { is_unread: false })
  server.respond(discardUploadCall, {})
  server.respond(ticketChangesCall, { revision: '1', tickets: [] })
})

/** Opens a page as after closing and reopening the browser. */
async function reopen(path: string) {
  cleanup()
  return openPage(path)
}
async function chooseFiles(label: string, ...names: string[]): Promise<void> {
  const files = names.map((name) => new File(['%PDF-1.7'], name, { type: 'application/pdf' }))
  fireEvent.change(screen.getByLabelText(label), { target: { files } })
  await settle()
}
async function fill(message = 'A nota foi recusada por engano.') {
  change('Sobre o quê?', 'purchase')
  await type('Assunto', 'Nota recusada')
  fireEvent.blur(screen.getByLabelText('Assunto'))
  await type('O que aconteceu?', message)
}

describe('a new ticket', () => {
  test('the terms are accepted before the first ticket, which then opens its conversation', async () => {
    server.respond(newTicketOptionsCall, { ...ticketOptions, terms_to_accept: { version: '2026.1' } })
    server.respond(readConsentDocumentCall, { ...samples.consent, kind: 'sac' })
    server.respond(acceptDocumentsCall, [])
    server.respond(newTicketCall, opened)
    const { history } = await openPage('/atendimento/novo')
    await fill()
    await press('Enviar')
    expectText('Este campo é requerido')
    expect(server.bodiesOf(newTicketCall)).toEqual([])
    choose(/^Li e aceito/)
    await press('Enviar')
    expect(server.bodiesOf(acceptDocumentsCall)).toMatchObject([
      { documents: [{ kind: 'sac', scope: '', version: '2026.1' }] },
    ])
    expect(server.bodiesOf(newTicketCall)).toMatchObject([
      {
        category: 'purchase',
        subject: 'Nota recusada',
        message: 'A nota foi recusada por engano.',
        attachments: [],
      },
    ])
    expectToast(`Recebemos o seu atendimento. Protocolo ${ownTicket.protocol}.`, 'success')
    expect(history.at(-1)).toBe(`/atendimento/${ticket_id}`)
    expect(Object.keys(localStorage).filter((key) => key.includes('service-ticket'))).toEqual([])
  })

  test('"Preciso de ajuda" on a receipt fills in what the ticket is about', async () => {
    await openPage('/notas')
    const path = linkTo(/^Preciso de ajuda: nota da loja Livraria Jabuticabeira/)
    expect(path).toBe(`/atendimento/novo/nota/${receipt.purchase_id}`)
    const { purchase_id, shop_name, amount_cents } = receipt
    const purchase = { purchase_id, shop_name, amount_cents, issued_on: '2026-11-18' }
    server.respond(newTicketOptionsCall, { ...ticketOptions, links: { ...ticketOptions.links, purchase } })
    server.respond(newTicketCall, opened)
    await reopen(path ?? '')
    expectText('Livraria Jabuticabeira')
    expectText(/^R\$\s123,45, compra de 18\/11\/2026$/)
    expect(server.requestsOf(newTicketOptionsCall).at(-1)?.query).toEqual({ purchase_id })
    expect(fieldValue('Sobre o quê?')).toBe('purchase')
    await fill()
    await press('Enviar')
    expect(server.bodiesOf(newTicketCall)).toMatchObject([{ purchase_id: receipt.purchase_id }])
  })

  const { participation } = samples
  const { transaction_id, protocol, campaign_title } = participation
  /** Opens the form about a participation of the person's. */
  async function openAboutParticipation() {
    const transaction = { transaction_id, protocol, campaign_title, created_at: '2026-11-18T15:00:00.000Z' }
    server.respond(newTicketOptionsCall, { ...ticketOptions, links: { ...ticketOptions.links, transaction } })
    server.respond(newTicketCall, opened)
    await openPage(`/atendimento/novo/reserva/${transaction_id}`)
  }

  test('a ticket about a participation names its promotion, day and protocol, and sends its id', async () => {
    await openAboutParticipation()
    expectText(campaign_title)
    expectText('Participação de 18/11/2026')
    expectText(`Protocolo ${protocol}`)
    expect(server.requestsOf(newTicketOptionsCall).at(-1)?.query).toEqual({ transaction_id })
    expect(fieldValue('Sobre o quê?')).toBe('event')
    await fill()
    await press('Enviar')
    expect(server.bodiesOf(newTicketCall)).toMatchObject([{ transaction_id }])
  })

  test('what the ticket is about can be removed, which a reload keeps, and restored', async () => {
    await openAboutParticipation()
    await press('Não é sobre isto')
    expectText('Este atendimento não é sobre')
    await fill()
    expect(server.bodiesOf(findSimilarTicketsCall).at(-1)).not.toHaveProperty('transaction_id')
    await reopen(`/atendimento/novo/reserva/${transaction_id}`)
    expectText('Este atendimento não é sobre')
    await press('Desfazer')
    expectText('Este atendimento é sobre')
    await press('Não é sobre isto')
    await press('Enviar')
    expect(server.bodiesOf(newTicketCall)).toHaveLength(1)
    expect(server.bodiesOf(newTicketCall)[0]).not.toHaveProperty('transaction_id')
  })

  test('what is not in the person’s account is stated and not sent', async () => {
    server.respond(newTicketCall, opened)
    await openPage(`/atendimento/novo/nota/${sampleId(399)}`)
    expectText(/^Não encontramos a nota, a participação ou a promoção deste atendimento\./)
    expect(screen.queryByText('Este atendimento é sobre')).toBeNull()
    await fill()
    await press('Enviar')
    expect(server.bodiesOf(newTicketCall)).toHaveLength(1)
    expect(server.bodiesOf(newTicketCall)[0]).not.toHaveProperty('purchase_id')
  })

  test('a path with an id that cannot exist opens the form without a subject', async () => {
    await openPage('/atendimento/novo/nota/qualquer')
    expect(screen.queryByText('Este atendimento é sobre')).toBeNull()
    expect(fieldValue('Sobre o quê?')).toBe('')
  })

  test('an open ticket about the same is a warning with its link', async () => {
    const { protocol, subject, state } = ownTicket
    server.respond(findSimilarTicketsCall, [{ ticket_id, protocol, subject, state }])
    await openPage('/atendimento/novo')
    await fill()
    expectText(/^Você já tem um atendimento aberto parecido/)
    expect(linkTo(/SAC-2026-000123-4/)).toBe(`/atendimento/${ticket_id}`)
    expect(server.bodiesOf(findSimilarTicketsCall)).toEqual([
      { category: 'purchase', subject: 'Nota recusada' },
    ])
  })

  test('text and uploads of a ticket survive a closed page, and a repeated request keeps its id', async () => {
    server.respond(uploadAttachmentCall, uploaded(340, 'nota.pdf'))
    server.respond(newTicketCall, unreachable, opened)
    await openPage('/atendimento/novo')
    await fill()
    await chooseFiles('Escolher PDFs', 'nota.pdf')
    await press('Enviar')
    expectToast('Verifique sua conexão com a internet e tente novamente!')
    await reopen('/atendimento/novo')
    expectText(/^Continuamos de onde você parou/)
    expect(fieldValue('O que aconteceu?')).toBe('A nota foi recusada por engano.')
    expectText('nota.pdf')
    await press('Enviar')
    const bodies = server.bodiesOf(newTicketCall)
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[1]).toMatchObject({ attachments: [sampleId(340)] })
  })

  test('a file whose upload had not finished when the page was closed must be attached again before the ticket is sent', async () => {
    const lost = Promise.withResolvers<ReturnType<typeof uploaded>>()
    server.respond(uploadAttachmentCall, uploaded(340, 'a.pdf'), lost.promise)
    await openPage('/atendimento/novo')
    await fill()
    await chooseFiles('Escolher PDFs', 'a.pdf', 'b.pdf', 'c.pdf')
    server.respond(uploadAttachmentCall, uploaded(342, 'b.pdf'))
    server.respond(newTicketCall, opened)
    await reopen('/atendimento/novo')
    const files = () => screen.getAllByRole('button', { name: /^Retirar/ }).map((each) => each.ariaLabel)
    expect(files().map((name) => name?.slice(0, 13))).toEqual([
      'Retirar a.pdf',
      'Retirar b.pdf',
      'Retirar c.pdf',
    ])
    expect(screen.getAllByText('Não foi enviado. Anexe o arquivo de novo.')).toHaveLength(2)
    expectText('O envio de um anexo não terminou. Anexe o arquivo de novo, ou retire-o.')
    await press('Enviar')
    expect(server.bodiesOf(newTicketCall)).toEqual([])
    await chooseFiles('Escolher PDFs', 'b.pdf')
    expect(files()).toHaveLength(3)
    await press(/^Retirar c\.pdf/)
    await press('Enviar')
    expect(server.bodiesOf(newTicketCall)).toMatchObject([{ attachments: [sampleId(340), sampleId(342)] }])
  })

  test('a discarded draft forgets its attachments, too', async () => {
    server.respond(uploadAttachmentCall, uploaded(340, 'nota.pdf'))
    await openPage('/atendimento/novo')
    await chooseFiles('Escolher PDFs', 'nota.pdf')
    await reopen('/atendimento/novo')
    await press('Descartar rascunho')
    await confirm('Confirmar: descartar')
    expect(screen.queryByText('nota.pdf')).toBeNull()
  })

  test('an upload that the server has deleted since is removed from the draft, with the reason', async () => {
    server.respond(uploadAttachmentCall, {
      ...uploaded(340, 'nota.pdf'),
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    })
    await openPage('/atendimento/novo')
    await chooseFiles('Escolher PDFs', 'nota.pdf')
    vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ['Date'] })
    await reopen('/atendimento/novo')
    expect(screen.queryByText('nota.pdf')).toBeNull()
    expectText('Um anexo do rascunho não está mais disponível. Envie o anexo de novo.')
  })

  test('too many messages show the minutes to wait, and the text stays', async () => {
    server.respond(newTicketCall, refusal('customer-service.too-many', { minutes: 1 }))
    await openPage('/atendimento/novo')
    await fill()
    await press('Enviar')
    expectToast('Você enviou muitas mensagens. Tente de novo em 1 minuto.')
    expect(fieldValue('O que aconteceu?')).toBe('A nota foi recusada por engano.')
  })
})

describe('attachments', () => {
  test('files are uploaded one by one, at most five, and each can be taken back', async () => {
    const first = Promise.withResolvers<ReturnType<typeof uploaded>>()
    server.respond(uploadAttachmentCall, first.promise, uploaded(342, 'b.pdf'))
    await openPage('/atendimento/novo')
    await chooseFiles('Escolher PDFs', 'a.pdf', 'b.pdf')
    expect(server.requestsOf(uploadAttachmentCall)).toHaveLength(1)
    expectText('Na fila')
    expect(screen.getByRole('progressbar', { name: 'Enviando a.pdf' })).toBeTruthy()
    await press('Enviar')
    expectText('Espere o envio dos anexos terminar, ou retire os que não foram enviados.')
    await act(async () => first.resolve(uploaded(341, 'a.pdf')))
    await settle()
    expect(server.requestsOf(uploadAttachmentCall)).toHaveLength(2)
    await press(/^Retirar a\.pdf/)
    expect(server.bodiesOf(discardUploadCall)).toEqual([{ upload_id: sampleId(341) }])
    await chooseFiles('Escolher PDFs', ...['c', 'd', 'e', 'f', 'g'].map((name) => `${name}.pdf`))
    expectText('Envie até 5 anexos.')
    expect(server.requestsOf(uploadAttachmentCall)).toHaveLength(6)
    expect(screen.queryByRole('button', { name: 'PDF' })).toBeNull()
  })

  test('a photo that is taken with the camera is uploaded and sent with the ticket', async () => {
    vi.stubGlobal('ClubeApp', { postMessage: () => {} })
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} })
    // jsdom does not decode images.
    vi.stubGlobal('Image', function Image() {
      return { naturalWidth: 600, naturalHeight: 800, decode: () => Promise.resolve() }
    })
    server.respond(uploadAttachmentCall, uploaded(340, 'foto.jpg'))
    server.respond(newTicketCall, opened)
    await openPage('/atendimento/novo')
    await fill()
    await press('Tirar foto')
    expect(screen.getByRole('dialog', { name: 'Foto para o atendimento' })).toBeTruthy()
    const taken = new CustomEvent('data', { detail: { image: btoa('\xff\xd8\xff\xe0') } })
    await act(async () => void window.dispatchEvent(taken))
    expect(server.requestsOf(uploadAttachmentCall)).toEqual([])
    await press('Usar esta foto')
    await settle()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: /^Retirar foto\.jpg/ })).toBeTruthy()
    expect(server.bodiesOf(uploadAttachmentCall)).toMatchObject([
      { name: 'foto.jpg', file: { type: 'image/jpeg', size: 4 } },
    ])
    await press('Enviar')
    expect(server.bodiesOf(newTicketCall)).toMatchObject([{ attachments: [sampleId(340)] }])
  })

  test('a lost connection is retried when the device is online again; a refused file is not', async () => {
    server.respond(uploadAttachmentCall, unreachable, refusal('customer-service.file-active'))
    await openPage('/atendimento/novo')
    await chooseFiles('Escolher PDFs', 'a.pdf')
    expect(screen.getByRole('button', { name: 'Tentar de novo: a.pdf' })).toBeTruthy()
    const confirmsClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(confirmsClosing()).toBe(true)
    fireEvent(window, new Event('online'))
    await settle()
    expectText(/^Este PDF tem programas/)
    expect(screen.queryByRole('button', { name: 'Tentar de novo: a.pdf' })).toBeNull()
    expect(confirmsClosing()).toBe(false)
  })

  test('a file that is no picture and no PDF, an empty one and a large PDF are not sent', async () => {
    await openPage('/atendimento/novo')
    const large = new File(['%PDF'], 'grande.pdf', { type: 'application/pdf' })
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
    const files = [new File(['x'], 'a.exe'), new File([], 'vazio.pdf'), large]
    fireEvent.change(screen.getByLabelText('Escolher PDFs'), { target: { files } })
    await settle()
    await vi.waitFor(() => expectText('O arquivo é grande demais: até 10 MB.'))
    expectText('Envie uma foto (JPEG ou PNG) ou um PDF de até 10 MB.')
    expectText('Não foi possível ler este arquivo. Envie outro.')
    expect(server.requestsOf(uploadAttachmentCall)).toEqual([])
  })
})

describe('a conversation', () => {
  const open = () => reopen(`/atendimento/${ticket_id}`)
  const log = () => screen.getByRole('log', { name: 'Mensagens' })

  test('messages are shown by author and day with their files, and are marked as read', async () => {
    server.respond(readConversationCall, { ...resolvedConversation, is_unread: true })
    await open()
    const names = within(log())
      .getAllByRole('article')
      .map((each) => each.getAttribute('aria-label'))
    expect(names).toEqual(['Você', 'Gilberto', 'Gilberto'])
    expect(linkTo(/^nota\.jpg, 812 kB/)).toBe(
      `/api/marketing/promotion/customer-service/attachment/${sampleId(320)}/anexo.jpg`,
    )
    expectText('A equipe marcou este atendimento como resolvido.')
    expect(server.bodiesOf(markTicketReadCall)).toEqual([
      { ticket_id, message_id: resolvedConversation.messages.at(-1)?.message_id },
    ])
  })

  test('a reply without a connection waits, survives a closed page, and is sent once with the same id', async () => {
    server.respond(readConversationCall, waitingConversation)
    server.respond(replyCall, unreachable)
    await open()
    await type('A equipe espera a sua resposta', 'Segue outra foto.')
    await press('Enviar')
    expect(within(log()).getByText('Segue outra foto.')).toBeTruthy()
    expectText('Ainda não enviada. Vai assim que a conexão voltar.')
    expect(fieldValue('A equipe espera a sua resposta')).toBe('')
    await open()
    expectText('Ainda não enviada. Vai assim que a conexão voltar.')
    const [sent] = server.bodiesOf(replyCall) as { client_message_id: string }[]
    server.respond(replyCall, {
      ...waitingConversation,
      state: 'in_progress',
      version: 4,
      messages: [
        ...waitingConversation.messages,
        {
          ...conversation.messages[0]!,
          message_id: sampleId(312),
          created_at: '2026-11-21T15:10:00.000Z',
          text: 'Segue outra foto.',
          attachments: [],
          client_message_id: sent?.client_message_id ?? '',
        },
      ],
    })
    fireEvent(window, new Event('online'))
    await settle()
    expect(within(log()).getAllByText('Segue outra foto.')).toHaveLength(1)
    expect(screen.queryByText(/^Ainda não enviada/)).toBeNull()
    expectText('Em atendimento')
    const ids = (server.bodiesOf(replyCall) as { client_message_id: string }[]).map(
      ({ client_message_id }) => client_message_id,
    )
    expect(new Set(ids).size).toBe(1)
    expect(Object.keys(localStorage).filter((key) => key.includes('service-repl'))).toEqual([])
  })

  test('a refused reply stays with its reason until it is sent again or erased', async () => {
    server.respond(readConversationCall, waitingConversation)
    server.respond(replyCall, refusal('customer-service.closed'))
    await open()
    await type('A equipe espera a sua resposta', 'Segue outra foto.')
    await press('Enviar')
    expectText('Este atendimento foi encerrado. Abra um novo.')
    await press('Apagar')
    await confirm('Sim, apagar')
    expect(within(log()).queryByText('Segue outra foto.')).toBeNull()
    expect(server.requestsOf(replyCall)).toHaveLength(1)
  })

  test('a resolved ticket is rated from 1 to 5, once, and can be reopened', async () => {
    server.respond(readConversationCall, resolvedConversation)
    server.respond(rateServiceCall, { ...resolvedConversation, version: 6, can_rate: false, rating: 4 })
    server.respond(reopenTicketCall, { ...waitingConversation, state: 'in_progress', version: 7, rating: 4 })
    await open()
    expectText(/^Resolvido\. Este atendimento encerra em sáb\., 28 de nov\., 11h51\./)
    await press('Enviar avaliação')
    expectText('Escolha uma nota de 1 a 5.')
    const scale = screen.getByRole('radiogroup', { name: 'De 1 a 5, como você avalia o atendimento?' })
    expect(within(scale).getAllByRole('radio')).toHaveLength(5)
    fireEvent.click(within(scale).getByRole('radio', { name: '4' }))
    await type('Quer contar mais? (opcional)', 'Rápido.')
    server.respond(readConversationCall, { ...resolvedConversation, version: 6, can_rate: false, rating: 4 })
    await press('Enviar avaliação')
    expect(server.bodiesOf(rateServiceCall)).toEqual([{ ticket_id, rating: 4, comment: 'Rápido.' }])
    expectText('Você deu nota 4, de 1 a 5, para este atendimento. Obrigado!')
    expect(screen.queryByRole('radiogroup')).toBeNull()
    await press('Reabrir atendimento')
    expectText('Em atendimento')
  })

  test('a closed ticket takes no reply and offers a new one; a duplicate links to the one that continues', async () => {
    server.respond(readConversationCall, {
      ...closedConversation,
      continued_in: { ticket_id: sampleId(303), protocol: 'SAC-2026-000098-1' },
    })
    await open()
    expect(screen.queryByRole('button', { name: 'Enviar' })).toBeNull()
    expect(linkTo('Protocolo SAC-2026-000098-1')).toBe(`/atendimento/${sampleId(303)}`)
    server.respond(readConversationCall, closedConversation)
    await open()
    expectText('Este atendimento foi encerrado. Abra um novo.')
    expect(linkTo('Novo atendimento')).toBe('/atendimento/novo')
  })

  test('a kiosk has a camera but no files, downloads nothing, and stores neither draft nor reply', async () => {
    saveServiceChannel('totem', 'temporary')
    server.respond(readConversationCall, waitingConversation)
    server.respond(replyCall, unreachable)
    await open()
    expect(screen.getByRole('button', { name: 'Tirar foto' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Galeria' })).toBeNull()
    expect(within(log()).queryByRole('link')).toBeNull()
    await type('A equipe espera a sua resposta', 'Segue outra foto.')
    await press('Enviar')
    expectText('Ainda não enviada. Vai assim que a conexão voltar.')
    expect(localStorage.length).toBe(0)
  })
})

describe('live arrival', () => {
  /** A connection that the test controls. */
  class FakeSource extends EventTarget {
    static last: FakeSource | undefined
    readyState = 0
    readonly url: string
    constructor(url: string) {
      super()
      this.url = url
      FakeSource.last = this
    }
    close() {
      this.readyState = 2
    }
  }
  const emit = async (event: Event) => {
    act(() => void FakeSource.last?.dispatchEvent(event))
    await settle()
  }
  const message = (data: string) => new MessageEvent('message', { data })
  const changed = { kind: 'ticket', ticket_id, version: waitingConversation.version }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    server.respond(readConversationCall, conversation)
  })

  test('an answer appears by the stream, and malformed events change nothing', async () => {
    vi.stubGlobal('EventSource', FakeSource)
    await openPage(`/atendimento/${ticket_id}`)
    expect(FakeSource.last?.url).toBe(ownTicketStream.path)
    await emit(new Event('open'))
    for (const text of ['', 'null', '{"kind":"ticket"}', '{"kind":"x"}']) await emit(message(text))
    expect(server.requestsOf(readConversationCall)).toHaveLength(1)
    server.respond(readConversationCall, waitingConversation)
    await emit(message(JSON.stringify(changed)))
    expectText('Aguardando sua resposta')
    await emit(message(JSON.stringify(changed)))
    expect(server.requestsOf(readConversationCall)).toHaveLength(2)
    // Only the connection is asked what changed before it, and nothing is polled.
    await advanceTime(3 * changesPollMs)
    expect(server.requestsOf(ticketChangesCall)).toHaveLength(1)
  })

  test('without a stream the page polls, and sends the revision that it knows', async () => {
    vi.stubGlobal('EventSource', undefined)
    await openPage(`/atendimento/${ticket_id}`)
    server.respond(readConversationCall, waitingConversation)
    server.respond(ticketChangesCall, {
      revision: '2',
      tickets: [{ ticket_id, version: waitingConversation.version, is_unread: true }],
    })
    await advanceTime(changesPollMs)
    expectText('Aguardando sua resposta')
    server.respond(ticketChangesCall, { revision: '2', tickets: [] })
    await advanceTime(changesPollMs)
    expect(server.requestsOf(ticketChangesCall).map(({ query }) => query)).toEqual([
      { since: undefined },
      { since: '2' },
    ])
    expect(server.requestsOf(readConversationCall)).toHaveLength(2)
  })

  test('a refused stream polls meanwhile and connects again; an ended one only asks the server', async () => {
    vi.stubGlobal('EventSource', FakeSource)
    await openPage(`/atendimento/${ticket_id}`)
    const refused = FakeSource.last
    refused?.close()
    await emit(new Event('error'))
    await advanceTime(changesPollMs)
    expect(server.requestsOf(ticketChangesCall)).toHaveLength(1)
    await advanceTime(4 * changesPollMs)
    expect(FakeSource.last).not.toBe(refused)
    await emit(new Event('open'))
    const before = server.requestsOf(ticketChangesCall).length
    const live = FakeSource.last
    await emit(new Event('ended'))
    expect(server.requestsOf(ticketChangesCall)).toHaveLength(before + 1)
    await advanceTime(10 * changesPollMs)
    expect(FakeSource.last).toBe(live)
    expect(live?.readyState).toBe(2)
  })
})

test('a reply that waits is sent by whichever page the customer opens next', async () => {
  server.respond(readConversationCall, waitingConversation)
  server.respond(replyCall, unreachable)
  await openPage(`/atendimento/${ticket_id}`)
  await type('A equipe espera a sua resposta', 'Segue outra foto.')
  await press('Enviar')
  server.respond(replyCall, { ...waitingConversation, state: 'in_progress', version: 4 })
  await reopen('/notas')
  await vi.waitFor(() => expect(server.requestsOf(replyCall)).toHaveLength(2))
  const [first, second] = server.bodiesOf(replyCall)
  expect(second).toEqual(first)
  await settle()
  expect(Object.keys(localStorage).filter((key) => key.includes('service-replies'))).toEqual([])
})

test('the home page marks unread answers, in the navigation and in Agora', async () => {
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [])
  server.respond(readProfileCall, samples.profile)
  server.respond(readPointsCall, samples.points)
  server.respond(countUnreadTicketsCall, { count: 1 })
  await openPage('/')
  expect(linkTo(/^Atendimento.*1 resposta nova/)).toBe('/atendimento')
  expect(linkTo(/^A equipe respondeu/)).toBe('/atendimento')
})

test('Meus atendimentos lists protocol, state, unread mark and deadline', async () => {
  server.respond(listOwnTicketsCall, [{ ...ownTicket, is_unread: true }])
  await openPage('/atendimento')
  const link = screen.getByRole('link', { name: /A nota foi recusada por engano/ })
  expect(link.getAttribute('href')).toBe(`/atendimento/${ticket_id}`)
  for (const text of ['Recebido', 'Resposta nova', 'Protocolo SAC-2026-000123-4'])
    expect(link.textContent).toContain(text)
})
