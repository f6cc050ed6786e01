import type { MessageContent } from './message-content.ts'

/** A message before it gets its layout. */
export type MessageWords = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Shown large, and repeated for phones that fill codes in by themselves. */
  readonly code: string | null
  /** Where the message leads: a button in HTML, the whole address in text. The address is never in a text message. */
  readonly link?: { readonly words: string; readonly address: string }
  /** For the text message; folded to plain ASCII later. */
  readonly short: string
  /** What to do when it was somebody else; null where nothing happened to the account. */
  readonly warning: string | null
}

const unasked = 'Se não foi você quem pediu, ignore esta mensagem: sua senha continua a mesma.'
const stranger = 'Se não foi você, troque sua senha agora e procure o atendimento.'
const keepSecret = 'Não compartilhe este código com ninguém. Nossa equipe nunca pede o código.'

/** The Portuguese words of a message. */
export const wordsOf = (content: MessageContent): MessageWords => {
  switch (content.template) {
    case 'reset-code':
      return {
        subject: 'Seu código de verificação',
        paragraphs: [
          'Use este código para criar uma nova senha:',
          `O código vale ${inMinutes(content.minutes)}.`,
          keepSecret,
        ],
        code: content.code,
        short: `${content.code} é seu código de verificação. Não compartilhe. Vale ${inMinutes(content.minutes)}.`,
        warning: unasked,
      }
    case 'password-changed':
      return {
        subject: 'Sua senha foi alterada',
        paragraphs: [
          `A senha da sua conta foi alterada em ${instantInWords(content.at)}.`,
          'Por segurança, encerramos o acesso em todos os outros aparelhos.',
        ],
        code: null,
        short: `Sua senha foi alterada em ${instantInDigits(content.at)}. Se não foi você, procure o atendimento.`,
        warning: stranger,
      }
    case 'contact-changed': {
      const what = contactInWords[content.changed]
      return {
        subject: 'Seus dados de contato foram alterados',
        paragraphs: [`${what} da sua conta em ${instantInWords(content.at)}.`],
        code: null,
        short: `${what} da sua conta em ${instantInDigits(content.at)}. Se não foi você, procure o atendimento.`,
        warning: stranger,
      }
    }
    case 'recovery-received':
      return {
        subject: 'Recebemos seu pedido de recuperação',
        paragraphs: [
          `Seu pedido de recuperação de senha (protocolo ${content.protocol}) está em análise.`,
          `Respondemos até ${instantInWords(content.until)}, neste mesmo contato. Não é preciso fazer mais nada.`,
        ],
        code: null,
        short: `Pedido ${content.protocol} em análise. Respondemos até ${instantInDigits(content.until)}.`,
        warning: 'Se não foi você quem pediu, procure o atendimento com o número do protocolo.',
      }
    case 'recovery-asked-again':
      return {
        subject: 'Precisamos de mais informações',
        paragraphs: [
          `Olhamos seu pedido de recuperação (protocolo ${content.protocol}) e ainda falta uma coisa:`,
          content.reason,
          'Entre no site, escolha "Esqueci minha senha" e envie de novo.',
        ],
        code: null,
        short: `Pedido ${content.protocol}: falta uma informação. Entre no site e envie de novo.`,
        warning: null,
      }
    case 'recovery-rejected':
      return {
        subject: 'Seu pedido de recuperação não foi aprovado',
        paragraphs: [
          `Não foi possível aprovar o pedido de protocolo ${content.protocol}.`,
          content.reason,
          'Você pode recuperar sua senha no balcão de atendimento, com um documento com foto.',
        ],
        code: null,
        short: `Pedido ${content.protocol} não aprovado. Procure o balcão de atendimento com um documento com foto.`,
        warning: null,
      }
    case 'recovery-approved-code':
      return {
        subject: 'Pedido aprovado: crie sua nova senha',
        paragraphs: [
          `Seu pedido de recuperação (protocolo ${content.protocol}) foi aprovado. Use este código para criar uma nova senha:`,
          `O código vale ${inMinutes(content.minutes)}.`,
          keepSecret,
        ],
        code: content.code,
        short: `${content.code} é seu código para criar uma nova senha. Não compartilhe. Vale ${inMinutes(content.minutes)}.`,
        warning: 'Se não foi você quem pediu, procure o atendimento com o número do protocolo.',
      }
    case 'recovery-held':
      return {
        subject: 'Pedido para trocar seu e-mail e celular',
        paragraphs: [
          `Aprovamos o pedido de protocolo ${content.protocol}, que troca o e-mail e o celular da sua conta.`,
          `A troca só vale a partir de ${instantInWords(content.until)}.`,
        ],
        code: null,
        short: `O pedido ${content.protocol} troca seu e-mail e celular em ${instantInDigits(content.until)}. Se não foi você, procure o atendimento.`,
        warning: 'Se não foi você quem pediu, procure o balcão antes disso com o número do protocolo.',
      }
    case 'recovery-at-desk':
      return {
        subject: 'Recuperação de senha no balcão',
        paragraphs: [
          `Em ${instantInWords(content.at)} foi emitido, no balcão de atendimento, um código para criar uma nova senha da sua conta.`,
        ],
        code: null,
        short: `Um código de nova senha foi emitido no balcão em ${instantInDigits(content.at)}. Se não foi você, procure o atendimento.`,
        warning: 'Se não foi você, procure o atendimento agora.',
      }
    case 'new-sign-in':
      return {
        subject: 'Novo acesso à sua conta',
        paragraphs: [`Sua conta foi acessada em um novo aparelho em ${instantInWords(content.at)}.`],
        code: null,
        short: `Novo acesso à sua conta em ${instantInDigits(content.at)}. Se não foi você, troque sua senha.`,
        warning: stranger,
      }
    case 'deletion-requested':
      return {
        subject: 'Recebemos o seu pedido de exclusão',
        paragraphs: [
          'Recebemos o seu pedido de exclusão. O acesso à sua conta foi encerrado em todos os aparelhos.',
          `Em ${instantInWords(content.until)} seus dados serão apagados. Pontos e ingressos deixam de valer.`,
          'Para desistir, é só entrar no clube com a sua senha até lá. Se você a esqueceu, recupere-a em "Esqueci minha senha", ou procure o balcão com um documento com foto.',
        ],
        code: null,
        short: `Exclusão da conta pedida: será em ${instantInDigits(content.until)}. Para desistir, entre no clube.`,
        warning:
          'Se não foi você quem pediu, entre no clube agora, troque sua senha e procure o atendimento.',
      }
    case 'deletion-given-up':
      return {
        subject: 'O pedido de exclusão foi cancelado',
        paragraphs: [
          `O pedido de exclusão da sua conta foi cancelado em ${instantInWords(content.at)}.`,
          'Sua conta, seus pontos e seus ingressos continuam como estavam.',
        ],
        code: null,
        short: `O pedido de exclusão da sua conta foi cancelado em ${instantInDigits(content.at)}.`,
        warning: stranger,
      }
    case 'staff-invitation':
      return content.renews_password ? newStaffPassword(content) : staffInvitation(content)
    case 'waiting-list-offer':
      return {
        subject: 'Chegou a sua vez: há ingressos para você',
        paragraphs: [
          `Separamos ${inTickets(content.quantity)} da sessão ${content.session_title} para você.`,
          `Entre no clube e aceite até ${instantInWords(content.until)}; depois disso a vez passa para a próxima pessoa.`,
        ],
        code: null,
        short: `Há ${inTickets(content.quantity)} para você até ${instantInDigits(content.until)}. Entre no clube e aceite.`,
        warning: null,
      }
    default:
      return content satisfies never
  }
}

type Invitation = Extract<MessageContent, { template: 'staff-invitation' }>

const staffInvitation = ({ name, link, until }: Invitation): MessageWords => ({
  subject: 'Seu convite para a equipe',
  paragraphs: [
    `Olá, ${name}. Você foi convidado(a) a trabalhar na equipe do clube. Defina a sua senha para entrar:`,
    `O convite vale uma única vez, até ${instantInWords(until)}.`,
    'Tenha o celular por perto: depois da senha você cadastra um aplicativo autenticador.',
  ],
  code: null,
  link: { words: 'Definir minha senha', address: link },
  short: 'Você recebeu por e-mail um convite para a equipe do clube.',
  warning: 'Se você não esperava este convite, ignore esta mensagem e não a encaminhe a ninguém.',
})

const newStaffPassword = ({ name, link, until }: Invitation): MessageWords => ({
  subject: 'Crie uma nova senha da equipe',
  paragraphs: [
    `Olá, ${name}. Quem administra a equipe pediu que você crie uma nova senha:`,
    `O endereço vale uma única vez, até ${instantInWords(until)}. Até lá a senha atual continua valendo.`,
    'O aplicativo autenticador continua o mesmo.',
  ],
  code: null,
  link: { words: 'Criar nova senha', address: link },
  short: 'Você recebeu por e-mail um endereço para criar uma nova senha da equipe.',
  warning:
    'Se você não pediu uma nova senha, fale com quem administra a equipe e não encaminhe esta mensagem.',
})

const contactInWords = {
  email: 'Alteramos o e-mail',
  cellphone: 'Alteramos o celular',
  both: 'Alteramos o e-mail e o celular',
} as const

/** 10 → '10 minutos', 120 → '2 horas', 2880 → '2 dias'. */
const inMinutes = (minutes: number): string => {
  if (minutes % 1440 === 0) return minutes === 1440 ? '1 dia' : `${minutes / 1440} dias`
  if (minutes % 60 === 0) return minutes === 60 ? '1 hora' : `${minutes / 60} horas`
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}

const inTickets = (quantity: number): string => (quantity === 1 ? '1 ingresso' : `${quantity} ingressos`)

const timeZone = 'America/Sao_Paulo'
const words = new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'long', timeStyle: 'short' })
const digits = new Intl.DateTimeFormat('pt-BR', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** '21 de novembro de 2026 às 09:00', in Brasília's time. */
const instantInWords = (at: Date): string => words.format(at)

/** '21/11 09:00', in Brasília's time. */
const instantInDigits = (at: Date): string => digits.format(at).replace(',', '')
