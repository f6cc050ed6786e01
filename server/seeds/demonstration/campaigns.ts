import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { seedCampaign, type CampaignDeps, type CampaignSeed } from '../../src/modules/campaigns/index.ts'
import { projectSettingsOf, type DemonstrationBrands } from './brand-projects.ts'
import { giftSettings } from './free-gifts.ts'
import { parkingDemonstration } from './parking-voucher.ts'
import { partnerPointsDemonstration } from './partner-points.ts'
import { endedScratchCards, scratchCardDemonstration } from './scratch-card.ts'

const dayMs = 24 * 3_600_000

const regulation = (title: string, articles: readonly string[]): string =>
  `<h2>Regulamento: ${title}</h2><ol>${articles.map((article) => `<li>${article}</li>`).join('')}</ol>
<p>Seus dados são usados somente para identificar a sua participação e entregar o que você conquistar. As dúvidas são respondidas no balcão de atendimento e pelo SAC.</p>`

const noLegal = { certificate_number: null, authority: null, prize_list: [] }

/** A promotion that has ended, created when it was planned. */
const endedCampaign = (now: Date): CampaignSeed => {
  const daysFromNow = (days: number): Date => new Date(now.getTime() + days * dayMs)
  return {
    slug: 'raspadinha-da-primavera',
    kind: 'scratch_card',
    plan: {
      title: 'Raspadinha da primavera',
      summary: 'Um código em cada sorvete da praça.',
      description: 'Cada sorvete da praça trazia um código. A promoção terminou, e a prova está publicada.',
      starts_at: daysFromNow(-30),
      ends_at: daysFromNow(-5),
      redeem_until: daysFromNow(60),
      audience: { document_types: ['cpf'], minimum_age: 18 },
      spend_rule: null,
      stock_total: null,
      limit_per_customer: null,
      legal: {
        certificate_number: '04.030397/2026',
        authority: 'Secretaria de Prêmios e Apostas do Ministério da Fazenda',
        prize_list: endedScratchCards.prizes.map(({ title, quantity, value_cents }) => ({
          title,
          quantity,
          value_cents,
        })),
      },
      settings: endedScratchCards,
    },
    regulation_html: regulation('Raspadinha da primavera', [
      'Podiam participar pessoas maiores de 18 anos com CPF e cadastro completo no clube.',
      'Os prêmios foram distribuídos entre as raspadinhas antes do início, e a prova está publicada.',
      'Os prêmios podem ser retirados até 60 dias depois da raspadinha.',
    ]),
  }
}

/** How long before the demonstration the ended campaign was approved, in days. */
const approvedDaysAgo = 32

/** Campaigns relative to the seed's date, so that some are always active. */
const demonstrationCampaigns = (now: Date, brands: DemonstrationBrands): CampaignSeed[] => {
  const daysFromNow = (days: number): Date => new Date(now.getTime() + days * dayMs)
  const open = {
    starts_at: daysFromNow(-10),
    ends_at: daysFromNow(35),
    redeem_until: null,
    spend_rule: null,
    stock_total: null,
    limit_per_customer: null,
    legal: noLegal,
    settings: {},
  }
  return [
    {
      slug: 'natal-no-ipe',
      kind: 'event_tickets',
      plan: {
        ...open,
        title: 'Natal no Ipê',
        summary: 'Concerto de Natal na praça central. Reserve os seus ingressos sem custo.',
        description:
          'O coral e a orquestra do bairro se apresentam na praça central, sob a árvore de dezoito metros.\n\nEscolha a sessão, reserve e confirme os participantes em até 15 minutos. A entrada abre meia hora antes.',
        audience: { document_types: ['cpf', 'cnpj'], minimum_age: null },
      },
      regulation_html: regulation('Natal no Ipê', [
        'A participação é gratuita e aberta a quem tem cadastro completo no clube.',
        'Cada reserva vale 15 minutos; depois disso os lugares voltam para as outras pessoas.',
        'Os ingressos são nominais e apresentados na entrada pelo celular.',
        'O cancelamento é livre até o fim do prazo informado em cada sessão.',
      ]),
    },
    {
      slug: 'panetone-da-casa',
      kind: 'free_gifts',
      plan: {
        ...open,
        title: 'Panetone da casa',
        summary: 'A cada R$ 400 em notas, 1 presente de Natal à sua escolha.',
        description:
          'Cadastre as suas notas das lojas participantes. A cada R$ 400 você escolhe um panetone e o ponto de retirada. Com pontos do clube, leve também a sacola e a cesta.\n\nLimite de 3 por pessoa, enquanto houver estoque.',
        redeem_until: daysFromNow(45),
        audience: { document_types: ['cpf'], minimum_age: null },
        spend_rule: spendRuleOf({ every_cents: 40_000, participations: 1 }),
        stock_total: 2000,
        limit_per_customer: 3,
        legal: {
          certificate_number: '04.030417/2026',
          authority: 'Secretaria de Prêmios e Apostas do Ministério da Fazenda',
          prize_list: [
            { title: 'Panetone artesanal de 750 g', quantity: 1200, value_cents: 5_990 },
            { title: 'Sacola de algodão', quantity: 700, value_cents: 2_490 },
            { title: 'Cesta de Natal', quantity: 100, value_cents: 14_990 },
          ],
        },
        settings: giftSettings,
      },
      regulation_html: regulation('Panetone da casa', [
        'A cada R$ 400 em notas de lojas participantes a pessoa escolhe 1 panetone. A sacola custa 300 pontos; a cesta, R$ 400 em notas e 500 pontos.',
        'Cada pessoa recebe até 3 brindes. Cada nota conta uma única vez.',
        'O vale-brinde vale 7 dias no ponto de retirada escolhido. Depois disso, o brinde volta para as outras pessoas.',
        'A promoção termina na data marcada ou quando o estoque acabar.',
      ]),
    },
    {
      slug: 'raspadinha-da-sorte',
      kind: 'scratch_card',
      plan: {
        ...open,
        title: 'Raspadinha da sorte',
        summary: 'Raspe o código impresso na sua embalagem e veja na hora se ganhou.',
        description:
          'As embalagens participantes trazem um código. Digite o código, raspe e veja o resultado na hora.\n\nSão até 3 raspadinhas por dia.',
        redeem_until: daysFromNow(65),
        audience: { document_types: ['cpf'], minimum_age: 18 },
        legal: {
          certificate_number: '04.030418/2026',
          authority: 'Secretaria de Prêmios e Apostas do Ministério da Fazenda',
          prize_list: [
            { title: 'Vale-compras de R$ 1.000', quantity: 5, value_cents: 100_000 },
            { title: 'Par de ingressos de cinema', quantity: 100, value_cents: 7_200 },
            { title: 'Café com bolo', quantity: 500, value_cents: 2_400 },
            { title: 'Copo térmico', quantity: 150, value_cents: 3_990 },
          ],
        },
        settings: scratchCardDemonstration,
      },
      regulation_html: regulation('Raspadinha da sorte', [
        'Podem participar pessoas maiores de 18 anos com CPF e cadastro completo no clube.',
        'Os prêmios são distribuídos entre as raspadinhas antes do início, e a prova é publicada no fim.',
        'Cada código vale uma única vez, até 3 por dia por CPF.',
        'O resultado é definido quando o código é enviado; a animação só o mostra.',
      ]),
    },
    {
      slug: 'milhas-no-ipe',
      kind: 'partner_points',
      plan: {
        ...open,
        title: 'Seus pontos valem mais',
        summary: 'Traga os pontos do seu programa parceiro para o clube.',
        description:
          'Vincule a sua conta do programa parceiro, escolha quantos pontos quer trazer e confira a cotação antes de confirmar.\n\nSão até 3 resgates por dia.',
        audience: { document_types: ['cpf'], minimum_age: null },
        settings: partnerPointsDemonstration,
      },
      regulation_html: regulation('Seus pontos valem mais', [
        'A conta do programa parceiro deve ter o mesmo CPF do clube.',
        'A cotação vale 5 minutos e é confirmada pela pessoa.',
        'Pontos trazidos não voltam para o programa parceiro.',
      ]),
    },
    {
      slug: 'estacione-e-aproveite',
      kind: 'parking_voucher',
      plan: {
        ...open,
        title: 'Estacione e aproveite',
        summary: 'Com R$ 150 em notas do dia, o estacionamento é por nossa conta.',
        description:
          'Cadastre as notas de hoje e aplique o vale no ticket do estacionamento antes de sair.\n\nUm vale por permanência.',
        audience: { document_types: ['cpf', 'cnpj'], minimum_age: null },
        spend_rule: spendRuleOf({ every_cents: 15_000, participations: 1 }),
        settings: parkingDemonstration,
      },
      regulation_html: regulation('Estacione e aproveite', [
        'O vale cobre a permanência do dia para quem cadastrou R$ 150 em notas da mesma data.',
        'É aplicado um vale por permanência.',
        'O valor do estacionamento é o da tabela afixada na entrada.',
      ]),
    },
    {
      slug: 'projeto-casa-nova',
      kind: 'new_project',
      plan: {
        ...open,
        title: 'Projeto Casa Nova',
        summary: 'Arquitetos e empresas: registrem aqui os projetos comprados na loja da marca.',
        description:
          'Informe o número da compra e o número de registro do projeto. A marca confere e responde aqui mesmo, em até 7 dias.\n\nCada projeto aprovado vale 500 pontos.',
        audience: { document_types: ['cpf', 'cnpj'], minimum_age: null },
        settings: projectSettingsOf(brands),
      },
      regulation_html: regulation('Projeto Casa Nova', [
        'Cada projeto é cadastrado uma única vez, com o número da compra e o número de registro.',
        'A marca confere os dados e informa o resultado no próprio clube, em até 7 dias.',
        'Cada projeto aprovado vale 500 pontos, creditados na hora.',
      ]),
    },
  ]
}

/**
 * Inserts the demonstration's campaigns into an empty database: active when their kind is implemented, otherwise waiting for
 * approval. There is no actor, so nothing is audited.
 */
export const seedDemonstrationCampaigns = async (
  deps: CampaignDeps,
  brands: DemonstrationBrands,
): Promise<void> => {
  const people = { author_id: 'demonstration-writer', approver_id: 'demonstration-approver' }
  const now = deps.clock()
  for (const campaign of demonstrationCampaigns(now, brands)) await seedCampaign(deps, campaign, people)
  const approved_at = new Date(now.getTime() - approvedDaysAgo * dayMs)
  await seedCampaign({ ...deps, clock: () => approved_at }, endedCampaign(now), people)
}
