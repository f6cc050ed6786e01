import {
  approveBrandRulesCall,
  createBrandCall,
  listBrandsCall,
} from '@clube/contract/new-project/brand-calls.ts'
import {
  approveProjectCall,
  importPurchasesCall,
  listProjectsCall,
  openProjectCall,
} from '@clube/contract/new-project/staff-calls.ts'
import { projectDeskPaths } from '../../staff/desks/projects/project-paths.ts'
import { refusal, respond } from '../../testing/fake-server.ts'
import { brand, changedBrand, deskProject } from '../../testing/project-samples.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import { chooseFile, press, type, waitForText } from './simulated-user.ts'
import { deskScreens, signedInAs } from './staff-screens.ts'

const open = press('CN-204817')

const projects = deskScreens(
  'Projetos',
  'brand_analyst',
  { path: projectDeskPaths.projects, slug: 'mesa-projetos' },
  {
    lista: { title: 'Projetos a decidir', shows: 'Recebido, atrasado' },
    nenhum: emptyState(listProjectsCall, 'Nenhum projeto a decidir', 'Nenhum projeto espera a sua decisão.'),
    ...loadingStates(listProjectsCall, 'Projetos'),
    busca: {
      title: 'Busca por um número desconhecido',
      responses: respond(listProjectsCall, []),
      act: [
        waitForText('Nenhum projeto espera'),
        type('Número da compra, de registro ou protocolo', 'CN-1'),
        press('Buscar'),
      ],
      shows: 'Nenhum projeto da marca tem este número.',
    },
    aberto: { title: 'Um projeto com arquivos', act: open, shows: 'Ana Lúcia Pereira' },
    'fora-da-lista': {
      title: 'Compra fora da lista, sem pontos nem arquivos',
      responses: respond(openProjectCall, {
        ...deskProject,
        is_purchase_listed: false,
        points: null,
        stored_files: [],
      }),
      act: open,
      shows: 'fora da lista de compras',
    },
    proprio: {
      title: 'Projeto da própria pessoa',
      responses: respond(openProjectCall, { ...deskProject, is_own: true }),
      act: open,
      shows: 'Este projeto é seu.',
    },
    recusado: {
      title: 'Projeto recusado, com dados apagados',
      responses: respond(openProjectCall, {
        ...deskProject,
        state: 'rejected',
        is_late: false,
        is_purchase_listed: null,
        customer_full_name: null,
        purchase_number: null,
        project_registration_number: null,
        decided_at: '2026-11-21T12:00:00.000Z',
        decided_by: 'Natália Furtado',
        reason: 'O número da compra é de outro pedido.',
        stored_files: deskProject.stored_files.map((file) => ({ ...file, is_purged: true })),
      }),
      act: open,
      shows: 'O número da compra é de outro pedido.',
    },
    'ja-decidido': {
      title: 'Projeto decidido por outra pessoa',
      responses: respond(approveProjectCall, refusal('new-project.decided')),
      act: [open, press('Aprovar'), press('Confirmar: aprovar')],
      shows: 'Este projeto já foi decidido ou cancelado.',
    },
    recusar: {
      title: 'Motivo da recusa',
      act: [open, press('Recusar'), waitForText('Recusar o projeto')],
      shows: 'A pessoa lê o motivo',
    },
    'carregar-compras': {
      title: 'Carregar compras',
      act: press('Carregar compras'),
      shows: 'numero_da_compra',
    },
    'compras-com-erro': {
      title: 'Arquivo de compras com erros',
      responses: respond(importPurchasesCall, {
        added: 0,
        known: 0,
        rejected: [
          { line: 4, reason: '“CN-20481” não é um número de compra como CN-204817' },
          { line: 9, reason: 'Linha vazia' },
        ],
      }),
      act: [
        press('Carregar compras'),
        waitForText('Escolher arquivo'),
        chooseFile('Arquivo de compras', 'compras.csv', 'numero_da_compra\r\n'),
      ],
      shows: 'Nada foi carregado.',
    },
    'compras-carregadas': {
      title: 'Compras carregadas',
      act: [
        press('Carregar compras'),
        waitForText('Escolher arquivo'),
        chooseFile('Arquivo de compras', 'compras.csv', 'numero_da_compra\r\n'),
      ],
      shows: '2.478 compras novas',
    },
  },
)

const brands = deskScreens(
  'Marcas',
  'marketing',
  { path: projectDeskPaths.brands, slug: 'mesa-marcas' },
  {
    lista: { title: 'Marcas', shows: 'Mudança a aprovar' },
    nenhuma: emptyState(listBrandsCall, 'Nenhuma marca', 'Nenhuma marca foi cadastrada ainda.'),
    ...loadingStates(listBrandsCall, 'Marcas'),
    aberta: { title: 'Regras de uma marca', act: press('Casa Nova'), shows: 'Regras em uso' },
    nova: { title: 'Nova marca', act: press('Nova marca'), shows: 'Endereço da marca' },
    'formato-invalido': {
      title: 'Formato que não se entende',
      responses: respond(createBrandCall, refusal('new-project.slug-taken')),
      act: [
        press('Nova marca'),
        type('Nome da marca', 'Ateliê'),
        type('Formato do número da compra', '(a+)+$'),
        type('Exemplo do número da compra', 'A-1'),
        press('Propor'),
      ],
      shows: 'Não entendemos o formato a partir de',
    },
    mudar: {
      title: 'Propor mudança',
      act: [press('Casa Nova'), press('Propor mudança')],
      shows: 'As regras valem depois que outra pessoa aprovar.',
    },
    'a-aprovar': {
      title: 'Mudança a aprovar, por outra pessoa',
      arrange: signedInAs('approver'),
      act: press('Luz do Norte'),
      shows: 'Mudança proposta',
    },
    propria: {
      title: 'Proposta da própria pessoa',
      arrange: signedInAs('approver'),
      responses: respond(listBrandsCall, [
        { ...changedBrand, proposed: changedBrand.proposed && { ...changedBrand.proposed, is_own: true } },
      ]),
      act: press('Luz do Norte'),
      shows: 'Você fez esta proposta.',
    },
    'ja-decidida': {
      title: 'Mudança decidida por outra pessoa',
      arrange: signedInAs('approver'),
      responses: respond(approveBrandRulesCall, refusal('new-project.change-decided')),
      act: [press('Luz do Norte'), press('Aprovar'), press('Confirmar: aprovar')],
      shows: 'Esta mudança já foi decidida.',
    },
    devolvida: {
      title: 'Proposta devolvida',
      responses: respond(listBrandsCall, [
        {
          ...brand,
          rejection: {
            reason: 'Falta o exemplo do número de registro.',
            at: '2026-11-21T12:00:00.000Z',
            by: 'Carla Menezes',
          },
        },
      ]),
      act: press('Casa Nova'),
      shows: 'Falta o exemplo do número de registro.',
    },
  },
)

/** The states of the desks *Projetos* and *Marcas*. */
export const projectDeskScreens: readonly ScreenState[] = [...projects, ...brands]
