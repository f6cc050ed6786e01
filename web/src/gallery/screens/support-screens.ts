import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import { choose, press, waitForText, type, type Step } from './simulated-user.ts'
import {
  invalid,
  overloaded,
  refusal,
  respond,
  unanswered,
  unreachable,
  type Outcome,
} from '../../testing/fake-server.ts'
import { savedRecoveryKey } from '../../customer/flows/sign-in/recovery/recovery-data.ts'
import { sampleNow } from '../../testing/samples.ts'
import { sampleDocument } from './sign-in-screens.ts'
import { openRecoveryOptions, acceptingResponses } from './recovery-screens.ts'
import { fakePhone, fakePhoneWithoutCamera, unusualPhotoMessage } from './sample-camera.ts'
import { screensOf, type ScreenState } from './screen-state.ts'

const shoot = [press('Tirar foto'), waitForText('Usar esta foto')]
const takePhoto = [...shoot, press('Usar esta foto')]

/** Enters a contact other than the account's. */
const enterNewContact = (name: 'Celular' | 'E-mail', current: string, previous: string): Step[] => [
  type(`${name} atual`, current),
  choose('Não, mudou'),
  type(`${name} anterior`, previous),
  press('Continuar'),
]

/** The user's actions at each step, in the order of the sub-flow. */
const steps = {
  dados: [
    type('Nome completo', 'Maria Aparecida da Silva'),
    type('Data de nascimento', '14/05/1986'),
    press('Continuar'),
    waitForText('Seu celular'),
  ],
  celular: [...enterNewContact('Celular', '(11) 91111-2222', '(11) 98765-4321'), waitForText('Seu e-mail')],
  email: [
    type('E-mail atual', 'maria.aparecida@exemplo.com.br'),
    choose('Sim, é o mesmo'),
    press('Continuar'),
    waitForText('Mais informações'),
  ],
  mais: [
    choose('Sim'),
    type('Conte o que você lembra', 'Perdi o celular no ônibus.'),
    press('Continuar'),
    waitForText('Tirar foto'),
  ],
  frente: [...takePhoto, waitForText('Tire uma foto do verso do seu documento')],
  verso: [...takePhoto, waitForText('Como tirar a selfie')],
  instrucoes: [press('Continuar'), waitForText('Tire uma selfie com o documento')],
  selfie: [...takePhoto, waitForText('Confira e envie')],
}

/** Actions up to a step, or through all steps, and then `more` at that step. */
const stepsUpTo = (step: keyof typeof steps | 'envio', ...more: Step[]): Step[] => {
  const names = Object.keys(steps) as (keyof typeof steps)[]
  const before = step === 'envio' ? names : names.slice(0, names.indexOf(step))
  const begin = [
    ...openRecoveryOptions,
    choose('Confirme sua identidade'),
    press('Continuar'),
    waitForText('Seus dados'),
  ]
  return [...begin, ...before.flatMap((name) => steps[name]), ...more]
}

/** Submits the request; the server responds with `outcome`. */
const submitted = (title: string, outcome: Outcome<typeof supportRecoveryCall>, shows: string) => ({
  title,
  responses: respond(supportRecoveryCall, outcome),
  act: stepsUpTo('envio', choose('Aceito receber contato via WhatsApp no celular atual'), press('Enviar')),
  shows,
})

/** Stores a request that a reload interrupted after the photos were taken. */
const saveInterruptedRequest = (): void => {
  fakePhone()
  const recovery = {
    at: 'support',
    step: 'submissionConfirmation',
    form: { document_id: sampleDocument.replace(/\D/g, ''), document_type: 'cpf', remember_me: 'no' },
    configuration: null,
    code_expires_at: null,
    draft: {
      name: 'Maria Aparecida da Silva',
      birth_date: '14/05/1986',
      cellphone_status: 'unchanged',
      cellphone: '11987654321',
      previous_cellphone: '',
      email_status: 'unchanged',
      email: 'maria.aparecida@exemplo.com.br',
      previous_email: '',
      extra_information: 'no',
      extra_information_description: '',
    },
    hasPhotos: true,
    submitted: null,
  }
  const saved = { recovery, expires_at: Date.parse(sampleNow) + 20 * 60_000 }
  sessionStorage.setItem(savedRecoveryKey, JSON.stringify(saved))
}

/** Remote support (spec §2, §4): its ten steps. */
export const supportScreens: readonly ScreenState[] = screensOf(
  {
    group: 'Recuperação por fotos',
    app: 'shopper',
    path: '/entrar',
    slug: 'fotos',
    responses: acceptingResponses,
    arrange: fakePhone,
  },
  {
    dados: { title: 'Seus dados', act: stepsUpTo('dados'), shows: 'Etapa 1 de 9' },
    'dados-erros': {
      title: 'Seus dados, com erros',
      act: stepsUpTo(
        'dados',
        type('Nome completo', 'Maria'),
        type('Data de nascimento', '31/02/1990'),
        press('Continuar'),
      ),
      shows: 'Nome deve conter pelo menos 2 palavras',
    },
    celular: { title: 'Seu celular', act: stepsUpTo('celular'), shows: 'Celular atual' },
    'celular-igual': {
      title: 'Seu celular, o mesmo duas vezes',
      act: stepsUpTo('celular', ...enterNewContact('Celular', '(11) 91111-2222', '(11) 91111-2222')),
      shows: 'O número informado deve ser diferente do atual',
    },
    email: { title: 'Seu e-mail', act: stepsUpTo('email'), shows: 'E-mail atual' },
    'email-igual': {
      title: 'Seu e-mail, o mesmo duas vezes',
      act: stepsUpTo('email', ...enterNewContact('E-mail', 'maria@exemplo.com.br', 'maria@exemplo.com.br')),
      shows: 'O e-mail informado deve ser diferente do atual',
    },
    mais: { title: 'Mais informações', act: stepsUpTo('mais'), shows: 'Mais informações' },
    'mais-erro': {
      title: 'Mais informações, sem resposta',
      act: stepsUpTo('mais', press('Continuar')),
      shows: 'Por favor, selecione uma opção',
    },
    'fotos-perdidas': {
      title: 'Frente do documento, página recarregada',
      arrange: saveInterruptedRequest,
      shows: 'As fotos não ficam guardadas neste aparelho.',
    },
    frente: {
      title: 'Frente do documento',
      act: stepsUpTo('frente'),
      shows: 'Tire uma foto da frente do seu documento',
    },
    'frente-tirada': {
      title: 'Frente do documento, conferir',
      act: stepsUpTo('frente', ...shoot),
      shows: 'Usar esta foto',
    },
    verso: {
      title: 'Verso do documento',
      act: stepsUpTo('verso'),
      shows: 'Tire uma foto do verso do seu documento',
    },
    'camera-negada': {
      title: 'Câmera negada',
      arrange: fakePhoneWithoutCamera,
      act: stepsUpTo('mais', choose('Não'), press('Continuar')),
      shows: 'Não foi possível acessar a câmera. Verifique as permissões e tente novamente.',
    },
    instrucoes: {
      title: 'Como tirar a selfie',
      act: stepsUpTo('instrucoes'),
      shows: 'Fique em um lugar bem iluminado.',
    },
    selfie: {
      title: 'Selfie com o documento',
      act: stepsUpTo('selfie'),
      shows: 'Tire uma selfie com o documento',
    },
    envio: { title: 'Confira e envie', act: stepsUpTo('envio'), shows: 'Confira e envie' },
    'envio-sem-aceite': {
      title: 'Confira e envie, sem aceite',
      act: stepsUpTo('envio', press('Enviar')),
      shows: 'Você deve aceitar os termos de contato para continuar!',
    },
    enviando: submitted('Confira e envie, enviando', unanswered, 'Enviando suas fotos'),
    'envio-sem-rede': submitted('Confira e envie, sem rede', unreachable, 'O envio não terminou.'),
    'envio-servidor-ocupado': submitted(
      'Confira e envie, muitos envios ao mesmo tempo',
      overloaded,
      'Tente novamente em alguns minutos',
    ),
    'foto-recusada': submitted(
      'Foto que nenhuma câmera faz',
      invalid({ path: 'personal_id_back', message: unusualPhotoMessage }),
      unusualPhotoMessage,
    ),
    'ja-existe': submitted(
      'Confira e envie, já existe um pedido',
      refusal('recovery.already-open'),
      'Já existe um pedido em análise para este documento.',
    ),
    cancelar: {
      title: 'Cancelar pedido',
      act: stepsUpTo('celular', press('Cancelar pedido')),
      shows: 'Sim, cancelar',
    },
    'em-analise': submitted(
      'Informações em análise',
      { protocol: '2026-000123-4', answer_by: '2026-11-23T15:00:00.000Z' },
      '2026-000123-4',
    ),
  },
)
