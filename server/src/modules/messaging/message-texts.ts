import {
  formatHour,
  formatDate,
  formatDay,
  formatLongDay,
  type TimeZone,
} from '@clube/contract/kernel/club-time.ts'
import { activityTextsOf } from './activity-texts.ts'
import type { MessageContent, MessageTexts } from './message-content.ts'

const ignoreWarning = 'Se não foi você quem pediu, ignore esta mensagem: sua senha continua a mesma.'
const compromiseWarning = 'Se não foi você, troque sua senha agora e procure o atendimento.'
const secretWarning = 'Não compartilhe este código com ninguém. Nossa equipe nunca pede o código.'

/** The Portuguese texts of a message, with instants in the given time zone. */
export const textsOf = (content: MessageContent, zone: TimeZone): MessageTexts => {
  switch (content.template) {
    case 'reset-code':
      return {
        subject: 'Seu código de verificação',
        paragraphs: [
          'Use este código para criar uma nova senha:',
          `O código vale ${formatMinutes(content.minutes)}.`,
          secretWarning,
        ],
        code: content.code,
        short: `${content.code} é seu código de verificação. Não compartilhe. Vale ${formatMinutes(content.minutes)}.`,
        warning: ignoreWarning,
      }
    case 'reset-code-withheld': {
      const what = content.channel === 'email' ? 'este e-mail' : 'este celular'
      return {
        subject: 'Por que não enviamos um código',
        paragraphs: [
          `Alguém pediu um código para criar uma nova senha, mas ${what} ainda não foi confirmado no cadastro do clube.`,
          'Por segurança, o código só vem para cá quando é pedido em um aparelho em que a conta já foi usada. Em outro aparelho, toque em "Usar outra opção de verificação" ou procure o balcão com um documento com foto.',
        ],
        code: null,
        short:
          'Este celular não foi confirmado. Peça o código em um aparelho que você já usou, ou no balcão.',
        warning: 'Se você não tem cadastro no clube, ignore esta mensagem: ninguém recebeu o código.',
      }
    }
    case 'contact-code': {
      const what = content.channel === 'email' ? 'este e-mail' : 'este celular'
      return {
        subject: 'Confirme o seu e-mail',
        paragraphs: [
          `Alguém informou ${what} no cadastro do clube. Se foi você, digite este código na página Meu perfil:`,
          `O código vale ${formatMinutes(content.minutes)}.`,
          secretWarning,
        ],
        code: content.code,
        short: `${content.code} confirma ${what}. Digite em Meu perfil. Não compartilhe. Vale ${formatMinutes(content.minutes)}.`,
        warning:
          'Se você não fez cadastro no clube, ignore esta mensagem: sem o código, o contato não é confirmado.',
      }
    }
    case 'password-changed':
      return {
        subject: 'Sua senha foi alterada',
        paragraphs: [
          `A senha da sua conta foi alterada em ${formatInstant(content.at, zone)}.`,
          'Por segurança, encerramos o acesso em todos os outros aparelhos.',
        ],
        code: null,
        short: `Sua senha foi alterada em ${formatInstantShort(content.at, zone)}. Se não foi você, procure o atendimento.`,
        warning: compromiseWarning,
      }
    case 'device-credential-reused':
      return {
        subject: 'Encerramos o acesso em um aparelho',
        paragraphs: [
          `Em ${formatInstant(content.at, zone)}, o acesso salvo com "Lembrar de mim" em um dos seus aparelhos foi usado duas vezes. Isso acontece quando ele foi copiado ou quando a conexão caiu no meio da entrada.`,
          'Por segurança, encerramos esse acesso. Para continuar, entre de novo com a sua senha.',
        ],
        code: null,
        short: `O acesso salvo em um aparelho foi encerrado em ${formatInstantShort(content.at, zone)}: pode ter sido copiado. Na dúvida, troque sua senha.`,
        warning: 'Se você não estava entrando nesse momento, troque sua senha agora e procure o atendimento.',
      }
    case 'contact-changed': {
      const what = formatContact[content.changed]
      return {
        subject: 'Seus dados de contato foram alterados',
        paragraphs: [`${what} da sua conta em ${formatInstant(content.at, zone)}.`],
        code: null,
        short: `${what} da sua conta em ${formatInstantShort(content.at, zone)}. Se não foi você, procure o atendimento.`,
        warning: compromiseWarning,
      }
    }
    case 'person-corrected': {
      const what = formatCorrected[content.corrected]
      return {
        subject: 'Seus dados foram corrigidos',
        paragraphs: [
          `${what} da sua conta em ${formatInstant(content.at, zone)}, no balcão de atendimento, com um documento com foto. Veja como ficou em Meu perfil.`,
        ],
        code: null,
        link: { label: 'Ver meu perfil', url: '/perfil' },
        short: `${what} da sua conta em ${formatInstantShort(content.at, zone)}. Se não foi você, procure o atendimento.`,
        warning: 'Se não foi você quem pediu, procure o atendimento agora, com um documento com foto.',
      }
    }
    case 'recovery-received':
      return {
        subject: 'Recebemos seu pedido de recuperação',
        paragraphs: [
          `Seu pedido de recuperação de senha (protocolo ${content.protocol}) está em análise.`,
          `Respondemos até ${formatInstant(content.until, zone)}, neste mesmo contato. Não é preciso fazer mais nada.`,
        ],
        code: null,
        short: `Pedido ${content.protocol} em análise. Respondemos até ${formatInstantShort(content.until, zone)}.`,
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
          `O código vale ${formatMinutes(content.minutes)}.`,
          secretWarning,
        ],
        code: content.code,
        short: `${content.code} é seu código para criar uma nova senha. Não compartilhe. Vale ${formatMinutes(content.minutes)}.`,
        warning: 'Se não foi você quem pediu, procure o atendimento com o número do protocolo.',
      }
    case 'recovery-held': {
      const what =
        content.changed === null
          ? 'criar uma nova senha'
          : `criar uma nova senha e trocar ${newContact[content.changed]}`
      return {
        subject:
          content.changed === null
            ? 'Pedido para criar uma nova senha da sua conta'
            : `Pedido para trocar ${newContact[content.changed]} da sua conta`,
        paragraphs: [
          `Foi você? Um pedido com fotos de documento (protocolo ${content.protocol}) quer ${what} da sua conta. Se foi você, não é preciso fazer nada: o pedido vale a partir de ${formatInstant(content.until, zone)}.`,
          'Se não foi você, cancele o pedido pelo botão até lá. Sua senha e seus contatos continuam como estão.',
        ],
        code: null,
        link: { label: 'Não fui eu: cancelar o pedido', url: content.link, in_sms: true },
        short:
          content.changed === null
            ? 'Em 24h pode mudar a senha da sua conta. Não foi você? Cancele:'
            : 'Em 24h mudam contatos da sua conta. Não foi você? Cancele:',
        warning: 'Você também pode cancelar no balcão, com o número do protocolo.',
      }
    }
    case 'recovery-stopped':
      return {
        subject: 'O pedido de troca foi cancelado',
        paragraphs: [
          `Em ${formatInstant(content.at, zone)} o pedido de protocolo ${content.protocol} foi cancelado pelo link que enviamos.`,
          'Sua senha e seus contatos continuam como estavam.',
        ],
        code: null,
        short: `O pedido ${content.protocol} foi cancelado. Sua senha e seus contatos continuam como estavam.`,
        warning: 'Se não foi você quem cancelou, procure o balcão com o número do protocolo.',
      }
    case 'recovery-at-desk':
      return {
        subject: 'Recuperação de senha no balcão',
        paragraphs: [
          `Em ${formatInstant(content.at, zone)} foi emitido, no balcão de atendimento, um código para criar uma nova senha da sua conta.`,
        ],
        code: null,
        short: `Um código de nova senha foi emitido no balcão em ${formatInstantShort(content.at, zone)}. Se não foi você, procure o atendimento.`,
        warning: 'Se não foi você, procure o atendimento agora.',
      }
    case 'new-sign-in':
      return {
        subject: 'Novo acesso à sua conta',
        paragraphs: [`Sua conta foi acessada em um novo aparelho em ${formatInstant(content.at, zone)}.`],
        code: null,
        short: `Novo acesso à sua conta em ${formatInstantShort(content.at, zone)}. Se não foi você, troque sua senha.`,
        warning: compromiseWarning,
      }
    case 'deletion-requested':
      return {
        subject: 'Recebemos o seu pedido de exclusão',
        paragraphs: [
          'Recebemos o seu pedido de exclusão. O acesso à sua conta foi encerrado em todos os aparelhos.',
          `Em ${formatInstant(content.until, zone)} seus dados serão apagados. Os pontos deixam de valer, e os ingressos de sessões futuras e os vales que você não usou são cancelados.`,
          ...(content.has_tickets
            ? [
                'Até lá, o que está na sua Carteira continua valendo: mostre o PDF ou o código que você guardou. Se não guardou, entre no clube: isso desfaz o pedido, e a Carteira abre de novo.',
              ]
            : []),
          'Para desistir, é só entrar no clube com a sua senha até lá. Se você a esqueceu, recupere-a em "Esqueci minha senha", ou procure o balcão com um documento com foto.',
        ],
        code: null,
        short: `Exclusão da conta pedida: será em ${formatInstantShort(content.until, zone)}. Para desistir, entre no clube.`,
        warning:
          'Se não foi você quem pediu, entre no clube agora, troque sua senha e procure o atendimento.',
      }
    case 'deletion-cancelled':
      return {
        subject: 'O pedido de exclusão foi cancelado',
        paragraphs: [
          `O pedido de exclusão da sua conta foi cancelado em ${formatInstant(content.at, zone)}.`,
          'Sua conta, seus pontos e seus ingressos continuam como estavam.',
        ],
        code: null,
        short: `O pedido de exclusão da sua conta foi cancelado em ${formatInstantShort(content.at, zone)}.`,
        warning: compromiseWarning,
      }
    case 'staff-invitation':
      return content.renews_password ? newStaffPassword(content, zone) : staffInvitation(content, zone)
    case 'rating-request':
      return {
        subject: `Como foi a sua compra na loja ${content.shop_name}?`,
        paragraphs: [
          `Você comprou na loja ${content.shop_name} em ${formatDay(content.issued_on)}. Conte ao clube como foi, com uma nota de 0 a 10: leva menos de um minuto.`,
          `O endereço vale só para esta compra, uma única vez, até ${formatDate(content.until, zone)}. Não é preciso entrar na sua conta.`,
          'Se não quiser mais receber este e-mail, desligue-o em Meu perfil, em Avisos.',
        ],
        code: null,
        link: { label: 'Avaliar a compra', url: content.path },
        short: 'Você recebeu por e-mail um endereço para avaliar a sua compra.',
        warning: null,
      }
    case 'service-answer':
      return {
        subject: `Há uma resposta no seu atendimento ${content.protocol}`,
        paragraphs: [
          `O atendimento respondeu no protocolo ${content.protocol}. Para ler e responder, abra a conversa no clube.`,
          'Por segurança, a resposta não vem neste e-mail. Não responda a esta mensagem: escreva na conversa.',
        ],
        code: null,
        link: { label: 'Abrir o atendimento', url: content.path },
        short: `Há uma resposta no seu atendimento ${content.protocol}. Leia no clube.`,
        warning: null,
      }
    case 'receipt-approved':
    case 'receipt-rejected':
    case 'receipt-reversed':
    case 'receipt-corrected':
    case 'receipt-photo-requested':
    case 'points-adjusted':
    case 'points-expiring':
    case 'participation-reversed':
      return activityTextsOf(content)
    case 'promotion':
      return content.texts
    default:
      return content satisfies never
  }
}

type Invitation = Extract<MessageContent, { template: 'staff-invitation' }>

const staffInvitation = ({ name, link, until }: Invitation, zone: TimeZone): MessageTexts => ({
  subject: 'Seu convite para a equipe',
  paragraphs: [
    `Olá, ${name}. Você recebeu um convite para trabalhar na equipe do clube. Defina a sua senha para entrar:`,
    `O convite vale uma única vez, até ${formatInstant(until, zone)}.`,
    'Tenha o celular por perto: depois da senha você cadastra um aplicativo autenticador.',
  ],
  code: null,
  link: { label: 'Definir minha senha', url: link },
  short: 'Você recebeu por e-mail um convite para a equipe do clube.',
  warning: 'Se você não esperava este convite, ignore esta mensagem e não a encaminhe a ninguém.',
})

const newStaffPassword = ({ name, link, until }: Invitation, zone: TimeZone): MessageTexts => ({
  subject: 'Crie uma nova senha da equipe',
  paragraphs: [
    `Olá, ${name}. Quem administra a equipe pediu que você crie uma nova senha:`,
    `O endereço vale uma única vez, até ${formatInstant(until, zone)}. Até lá a senha atual continua valendo.`,
    'O aplicativo autenticador continua o mesmo.',
  ],
  code: null,
  link: { label: 'Criar nova senha', url: link },
  short: 'Você recebeu por e-mail um endereço para criar uma nova senha da equipe.',
  warning:
    'Se você não pediu uma nova senha, fale com quem administra a equipe e não encaminhe esta mensagem.',
})

const newContact = {
  email: 'o e-mail',
  cellphone: 'o celular',
  both: 'o e-mail e o celular',
} as const

const formatContact = {
  email: 'Alteramos o e-mail',
  cellphone: 'Alteramos o celular',
  both: 'Alteramos o e-mail e o celular',
} as const

const formatCorrected = {
  name: 'Corrigimos o nome',
  birth_date: 'Corrigimos a data de nascimento',
  both: 'Corrigimos o nome e a data de nascimento',
} as const

/** 10 → '10 minutos', 120 → '2 horas', 2880 → '2 dias'. */
const formatMinutes = (minutes: number): string => {
  if (minutes % 1440 === 0) return minutes === 1440 ? '1 dia' : `${minutes / 1440} dias`
  if (minutes % 60 === 0) return minutes === 60 ? '1 hora' : `${minutes / 60} horas`
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}

/** '21 de novembro de 2026 às 9h', '… às 9h05' */
export const formatInstant = (at: Date, zone: TimeZone): string =>
  `${formatLongDay(at, zone)} às ${formatHour(at, zone)}`

/** '21/11 9h', '21/11 9h05' */
export const formatInstantShort = (at: Date, zone: TimeZone): string =>
  `${formatDate(at, zone).slice(0, 5)} ${formatHour(at, zone)}`
