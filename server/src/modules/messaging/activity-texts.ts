import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { belowOnePointText } from '@clube/contract/receipts/receipt.ts'
import type { ActivityContent, MessageTexts } from './message-content.ts'

/** The Portuguese texts of the messages about receipts, points and participations. */
export const activityTextsOf = (content: ActivityContent): MessageTexts => {
  switch (content.template) {
    case 'receipt-approved': {
      const day = formatDay(content.issued_on)
      return {
        subject: 'A sua nota foi aprovada',
        paragraphs: [
          `A nota da loja ${content.shop_name}, de ${day}, foi aprovada.`,
          content.points > 0 ? `Você ganhou ${formatPoints(content.points)}.` : belowOnePointText,
        ],
        code: null,
        link: { label: 'Ver minhas notas', url: '/notas' },
        short: `A sua nota de ${day} foi aprovada${content.points > 0 ? `: ${formatPoints(content.points)}` : ''}. Veja em Minhas notas.`,
        warning: null,
      }
    }
    case 'receipt-rejected': {
      const day = formatDay(content.issued_on)
      return {
        subject: 'A sua nota não foi aprovada',
        paragraphs: [
          `A nota da loja ${content.shop_name}, de ${day}, não foi aprovada.`,
          `Motivo: ${content.reason}`,
          ...(content.can_appeal
            ? ['Se você acha que é um engano, abra a nota em Minhas notas e peça uma nova análise.']
            : []),
        ],
        code: null,
        link: { label: 'Ver minhas notas', url: '/notas' },
        short: `A sua nota de ${day} não foi aprovada. Veja o motivo em Minhas notas.`,
        warning: null,
      }
    }
    case 'receipt-reversed': {
      const day = formatDay(content.issued_on)
      return {
        subject: 'A sua nota foi estornada',
        paragraphs: [
          `A aprovação da nota da loja ${content.shop_name}, de ${day}, foi desfeita.`,
          `Motivo: ${content.reason}`,
          ...(content.points > 0
            ? [`Ela tinha dado ${formatPoints(content.points)}, que foram retirados.`]
            : []),
        ],
        code: null,
        link: { label: 'Ver minhas notas', url: '/notas' },
        short: `A aprovação da sua nota de ${day} foi desfeita. Veja o motivo em Minhas notas.`,
        warning: 'Se tiver dúvidas, procure o atendimento com a nota em mãos.',
      }
    }
    case 'receipt-corrected': {
      const day = formatDay(content.issued_on)
      return {
        subject: 'A sua nota foi corrigida no balcão',
        paragraphs: [
          `A nota da loja ${content.shop_name} foi corrigida no balcão, com a nota impressa: ${formatCents(content.amount_cents)}, compra de ${day}.`,
          correctedPointsText(content),
        ],
        code: null,
        link: { label: 'Ver minhas notas', url: '/notas' },
        short: `A sua nota de ${day} foi corrigida no balcão. Veja em Minhas notas.`,
        warning: 'Se ninguém levou esta nota ao balcão por você, procure o atendimento.',
      }
    }
    case 'receipt-photo-requested': {
      const day = formatDay(content.issued_on)
      return {
        subject: 'Falta a foto de uma nota',
        paragraphs: [
          `A equipe precisa de uma foto da nota da loja ${content.shop_name}, de ${day}, para poder conferi-la.`,
          'Abra a nota em Minhas notas e toque em Fotografar a nota.',
        ],
        code: null,
        link: { label: 'Ver minhas notas', url: '/notas' },
        short: `A equipe pediu uma foto da sua nota de ${day}. Envie em Minhas notas.`,
        warning: null,
      }
    }
    case 'points-adjusted': {
      const isAdded = content.points > 0
      const count = formatPoints(Math.abs(content.points))
      return {
        subject: isAdded ? 'Você recebeu pontos do clube' : 'O clube retirou pontos da sua conta',
        paragraphs: [
          isAdded ? `O clube acrescentou ${count} à sua conta.` : `O clube retirou ${count} da sua conta.`,
          `Motivo: ${content.reason}.`,
        ],
        code: null,
        link: { label: 'Ver meus pontos', url: '/pontos' },
        short: `O clube ${isAdded ? 'acrescentou' : 'retirou'} ${count}. Veja o motivo em Meus pontos.`,
        warning: isAdded ? null : 'Se tiver dúvidas, procure o atendimento.',
      }
    }
    case 'points-expiring': {
      const { first_on, last_on } = content
      const count = formatPoints(content.points)
      const verb = content.points === 1 ? 'vence' : 'vencem'
      const when =
        first_on === last_on
          ? `em ${formatDay(first_on)}`
          : `entre ${formatDay(first_on)} e ${formatDay(last_on)}`
      return {
        subject: 'Você tem pontos a vencer',
        paragraphs: [
          `Você tem ${count} que ${verb} ${when}.`,
          'Pontos vencidos não podem mais ser usados. As datas estão em Meus pontos.',
          'Se não quiser mais receber este e-mail, desligue-o em Meu perfil, em Avisos.',
        ],
        code: null,
        link: { label: 'Ver meus pontos', url: '/pontos' },
        short: `Você tem ${count} que ${verb} ${when}. Veja as datas em Meus pontos.`,
        warning: null,
      }
    }
    case 'participation-reversed':
      return {
        subject: 'A sua participação foi estornada',
        paragraphs: [
          `A participação ${content.protocol}, na promoção ${content.campaign_title}, foi estornada e deixa de valer.`,
          `Motivo: ${content.reason}`,
          'O que você usou para participar, como notas e pontos, foi devolvido.',
        ],
        code: null,
        link: { label: 'Ver minhas participações', url: '/participacoes' },
        short: `A participação ${content.protocol} foi estornada. O que você usou foi devolvido.`,
        warning: 'Se tiver dúvidas, procure o atendimento com o número da participação.',
      }
    default:
      return content satisfies never
  }
}

const correctedPointsText = ({
  earlier_points,
  points,
}: Extract<ActivityContent, { template: 'receipt-corrected' }>): string => {
  const earlier = formatPoints(earlier_points)
  if (points === null)
    return `A equipe ainda vai conferir a nota, e avisamos quando ela for decidida.${earlier_points > 0 ? ` Até lá, ela deixa de valer ${earlier}.` : ''}`
  if (points === 0) return belowOnePointText
  return `Agora ela vale ${formatPoints(points)}${earlier_points > 0 ? `, e não mais ${earlier}` : ''}.`
}
