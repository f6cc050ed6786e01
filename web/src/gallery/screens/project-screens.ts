import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import {
  listMyProjectsCall,
  readProjectOfferCall,
  registerProjectCall,
} from '@clube/contract/new-project/calls.ts'
import { kioskChannel, saveServiceChannel } from '../../platform/storage/service-channel.ts'
import { refusal, respond, unreachable } from '../../testing/fake-server.ts'
import { decidedProjects, project, projectCampaign, projectOffer } from '../../testing/project-samples.ts'
import { samples } from '../../testing/samples.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import { identified, signedIn, signedInScreens } from './shopper-screens.ts'
import { press, type, waitForText } from './simulated-user.ts'

const group = 'Projetos'
const { transaction_id, protocol, expires_at } = samples.participation

const startKiosk = (): void => {
  saveServiceChannel(kioskChannel, 'temporary')
  document.documentElement.dataset['channel'] = kioskChannel
  signedIn()
}

const fill = [
  type('Número da compra', 'cn204817'),
  type('Número de registro do projeto', 'rrt 13204577'),
  press('Cadastrar projeto'),
]

const refused = (
  title: string,
  code: keyof typeof registerProjectCall.refusals,
  values: Record<string, string | number>,
  shows: string,
) => ({ title, responses: respond(registerProjectCall, refusal(code, values)), act: fill, shows })

const registering = signedInScreens(
  { group, path: `/projetos/${projectCampaign.slug}`, slug: 'cadastrar-projeto' },
  [
    respond(readCampaignCall, projectCampaign),
    respond(readProjectOfferCall, projectOffer),
    respond(listMyProjectsCall, [project]),
    respond(startTransactionCall, { transaction_id, protocol, expires_at }),
    respond(registerProjectCall, {
      project_id: project.project_id,
      state: 'submitted',
      submitted_at: project.submitted_at,
      answer_due_on: project.answer_due_on,
      points: 500,
    }),
  ],
  {
    formulario: { title: 'Cadastrar um projeto', shows: 'Como CN-204817' },
    ...loadingStates(readProjectOfferCall, 'Cadastro de projeto'),
    'so-cnpj': {
      title: 'Marca só para CNPJ, sem pontos',
      responses: respond(readProjectOfferCall, {
        ...projectOffer,
        audience: ['cnpj'],
        points: null,
        limit_per_customer: 1,
      }),
      shows: 'Cadastro exclusivo para CNPJ.',
    },
    'limite-da-marca': {
      title: 'Limite da marca atingido, sem formulário',
      responses: respond(readProjectOfferCall, {
        ...projectOffer,
        exclusion: 'Você já cadastrou 10 projetos desta marca, o limite por pessoa.',
      }),
      shows: 'Você já cadastrou 10 projetos desta marca, o limite por pessoa.',
    },
    vazio: {
      title: 'Números não preenchidos',
      act: press('Cadastrar projeto'),
      shows: 'Este campo não pode estar vazio',
    },
    'registro-invalido': {
      title: 'Número de registro inválido, conferido no aparelho',
      act: [
        type('Número da compra', 'CN-204817'),
        type('Número de registro do projeto', '13204577'),
        press('Cadastrar projeto'),
      ],
      shows: 'Número de registro do projeto inválido.',
    },
    'compra-inexistente': refused(
      'Compra fora da lista da marca',
      'new-project.purchase-not-listed',
      {},
      'Não encontramos este número na lista de compras da marca.',
    ),
    repetido: refused(
      'Projeto já cadastrado',
      'new-project.already-registered',
      {},
      'Este projeto já foi cadastrado.',
    ),
    'compra-usada': refused(
      'Compra de outro projeto',
      'new-project.purchase-used',
      {},
      'Este número da compra já está vinculado a outro projeto.',
    ),
    exclusivo: refused(
      'Cadastro de outro documento',
      'new-project.audience',
      { document: 'CNPJ' },
      'Cadastro exclusivo para CNPJ.',
    ),
    limite: refused(
      'Limite por pessoa',
      'new-project.limit-reached',
      { n: 10 },
      'Você já cadastrou 10 projetos desta marca',
    ),
    'sem-rede-no-envio': {
      title: 'Sem rede ao cadastrar',
      responses: respond(registerProjectCall, unreachable),
      act: fill,
      shows: 'conexão',
    },
    inelegivel: {
      title: 'Pessoa que não pode participar',
      responses: respond(readCampaignCall, {
        ...projectCampaign,
        eligibility: {
          eligible: false,
          reasons: [{ code: 'campaigns.paused', message: 'Esta promoção está pausada no momento.' }],
        },
      }),
      shows: 'Esta promoção está pausada no momento.',
    },
    totem: {
      title: 'No totem, sem arquivo',
      arrange: startKiosk,
      reload: true,
      shows: 'Como CN-204817',
    },
  },
)

const mine = signedInScreens(
  { group, path: '/projetos', slug: 'meus-projetos' },
  respond(listMyProjectsCall, [project, ...decidedProjects]),
  {
    lista: { title: 'Meus projetos, em todas as situações', shows: 'Resposta até' },
    nenhum: emptyState(listMyProjectsCall, 'Nenhum projeto', 'Seus projetos aparecem aqui.'),
    ...loadingStates(listMyProjectsCall, 'Meus projetos'),
    cancelar: {
      title: 'Confirmar o cancelamento',
      responses: respond(listMyProjectsCall, [{ ...project, files: 2 }]),
      act: [press('Cancelar projeto'), waitForText('Cancelar o projeto?')],
      shows: 'Sim, cancelar',
    },
    'tres-arquivos': {
      title: 'Projeto com todos os arquivos',
      responses: respond(listMyProjectsCall, [{ ...project, state: 'in_review', files: 3 }]),
      shows: '3 arquivos recebidos.',
    },
    'sem-senha': {
      title: 'Meus projetos, sem a senha',
      arrange: identified,
      shows: 'Aqui está só o que você fez depois de entrar.',
    },
  },
)

/** The states of registering a project and of *Meus projetos*. */
export const projectScreens: readonly ScreenState[] = [...registering, ...mine]
