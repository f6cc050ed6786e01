import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import { choose, press, sees, type, type Step } from './person.ts'
import { answer, refusal, unanswered, unreachable } from '../../testing/pretend-server.ts'
import { atOptions, willing } from './recovery-screens.ts'
import { pretendPhone, pretendPhoneWithoutCamera } from './sample-camera.ts'
import { screensOf, type ScreenRow, type ScreenState } from './screen-state.ts'

const shoot = [press('Tirar foto'), sees('Usar esta foto')]
const takePhoto = [...shoot, press('Usar esta foto')]

/** The user's actions at each step, in the order of the sub-flow. */
const steps = {
  dados: [
    type('Nome completo', 'Maria Aparecida da Silva'),
    type('Data de nascimento', '14/05/1986'),
    press('Continuar'),
    sees('Seu celular'),
  ],
  celular: [
    type('Celular atual', '(11) 91111-2222'),
    choose('Não, mudou'),
    type('Celular anterior', '(11) 98765-4321'),
    press('Continuar'),
    sees('Seu e-mail'),
  ],
  email: [
    type('E-mail atual', 'maria.aparecida@exemplo.com.br'),
    choose('Sim, é o mesmo'),
    press('Continuar'),
    sees('Mais informações'),
  ],
  mais: [
    choose('Sim'),
    type('Conte o que você lembra', 'Perdi o celular no ônibus.'),
    press('Continuar'),
    sees('Tirar foto'),
  ],
  frente: [...takePhoto, sees('Tire uma foto do verso do seu documento')],
  verso: [...takePhoto, sees('Como tirar a selfie')],
  instrucoes: [press('Continuar'), sees('Tire uma selfie com o documento')],
  selfie: [...takePhoto, sees('Confira e envie')],
}

type SubFlowStep = keyof typeof steps | 'envio'

/** Actions up to a step, or through all steps. */
const reach = (step: SubFlowStep): Step[] => {
  const names = Object.keys(steps) as (keyof typeof steps)[]
  const before = step === 'envio' ? names : names.slice(0, names.indexOf(step))
  const begin = [...atOptions, choose('Confirme sua identidade'), press('Continuar'), sees('Seus dados')]
  return [...begin, ...before.flatMap((name) => steps[name])]
}

/** Goes to a step and then, if that is not yet the state, performs `there`. */
const at = (
  step: SubFlowStep,
  { there = [], ...row }: Omit<ScreenRow, 'act'> & { there?: Step[] },
): ScreenRow => ({
  ...row,
  act: [...reach(step), ...there],
})

const sendOff = [choose('Aceito receber contato via WhatsApp no celular atual'), press('Enviar')]

/** The forms before the photos. */
const forms = {
  dados: at('dados', { title: 'Seus dados', shows: 'Etapa 1 de 9' }),
  'dados-erros': at('dados', {
    title: 'Seus dados, com erros',
    there: [type('Nome completo', 'Maria'), type('Data de nascimento', '31/02/1990'), press('Continuar')],
    shows: 'Nome deve conter pelo menos 2 palavras',
  }),
  celular: at('celular', { title: 'Seu celular', shows: 'Celular atual' }),
  'celular-igual': at('celular', {
    title: 'Seu celular, o mesmo duas vezes',
    there: [
      type('Celular atual', '(11) 91111-2222'),
      choose('Não, mudou'),
      type('Celular anterior', '(11) 91111-2222'),
      press('Continuar'),
    ],
    shows: 'O número informado deve ser diferente do atual',
  }),
  email: at('email', { title: 'Seu e-mail', shows: 'E-mail atual' }),
  'email-igual': at('email', {
    title: 'Seu e-mail, o mesmo duas vezes',
    there: [
      type('E-mail atual', 'maria@exemplo.com.br'),
      choose('Não, mudou'),
      type('E-mail anterior', 'maria@exemplo.com.br'),
      press('Continuar'),
    ],
    shows: 'O e-mail informado deve ser diferente do atual',
  }),
  mais: at('mais', { title: 'Mais informações', shows: 'Mais informações' }),
  'mais-erro': at('mais', {
    title: 'Mais informações, sem resposta',
    there: [press('Continuar')],
    shows: 'Por favor, selecione uma opção',
  }),
}

const photos = {
  frente: at('frente', { title: 'Frente do documento', shows: 'Tire uma foto da frente do seu documento' }),
  'frente-tirada': at('frente', {
    title: 'Frente do documento, conferir',
    there: shoot,
    shows: 'Usar esta foto',
  }),
  verso: at('verso', { title: 'Verso do documento', shows: 'Tire uma foto do verso do seu documento' }),
  'camera-negada': at('mais', {
    title: 'Câmera negada',
    arrange: pretendPhoneWithoutCamera,
    there: [choose('Não'), press('Continuar')],
    shows: 'Não foi possível acessar a câmera. Verifique as permissões e tente novamente.',
  }),
  instrucoes: at('instrucoes', { title: 'Como tirar a selfie', shows: 'Fique em um lugar bem iluminado.' }),
  selfie: at('selfie', { title: 'Selfie com o documento', shows: 'Tire uma selfie com o documento' }),
}

const submission = {
  envio: at('envio', { title: 'Confira e envie', shows: 'Confira e envie' }),
  'envio-sem-aceite': at('envio', {
    title: 'Confira e envie, sem aceite',
    there: [press('Enviar')],
    shows: 'Você deve aceitar os termos de contato para continuar!',
  }),
  enviando: at('envio', {
    title: 'Confira e envie, enviando',
    answers: answer(supportRecoveryCall, unanswered),
    there: sendOff,
    shows: 'Enviando suas fotos',
  }),
  'envio-sem-rede': at('envio', {
    title: 'Confira e envie, sem rede',
    answers: answer(supportRecoveryCall, unreachable),
    there: sendOff,
    shows: 'O envio não terminou.',
  }),
  'ja-existe': at('envio', {
    title: 'Confira e envie, já existe um pedido',
    answers: answer(supportRecoveryCall, refusal('recovery.already-open')),
    there: sendOff,
    shows: 'Já existe um pedido em análise para este documento.',
  }),
  cancelar: at('celular', {
    title: 'Cancelar pedido',
    there: [press('Cancelar pedido')],
    shows: 'Sim, cancelar',
  }),
  'em-analise': at('envio', {
    title: 'Informações em análise',
    answers: answer(supportRecoveryCall, {
      protocol: '2026-000123-4',
      answer_by: '2026-11-23T15:00:00.000Z',
    }),
    there: sendOff,
    shows: '2026-000123-4',
  }),
}

/** Remote support (spec §2, §4): its ten steps. */
export const supportScreens: readonly ScreenState[] = screensOf(
  {
    group: 'Recuperação por fotos',
    app: 'shopper',
    path: '/entrar',
    slug: 'fotos',
    answers: willing,
    arrange: pretendPhone,
  },
  { ...forms, ...photos, ...submission },
)
