import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import type { Person } from './person.ts'
import { answer, refusal, unanswered, unreachable } from '../../testing/pretend-server.ts'
import { atOptions, willing } from './recovery-screens.ts'
import { pretendPhone, pretendPhoneWithoutCamera } from './sample-camera.ts'
import { screensOf, type ScreenRow, type ScreenState } from './screen-state.ts'

/** The user's actions at each step, in the order of the sub-flow. */
const steps = {
  dados: async (person: Person) => {
    await person.type('Nome completo', 'Maria Aparecida da Silva')
    await person.type('Data de nascimento', '14/05/1986')
    await person.press('Continuar')
    await person.sees('Seu celular')
  },
  celular: async (person: Person) => {
    await person.type('Celular atual', '(11) 91111-2222')
    await person.choose('Não, mudou')
    await person.type('Celular anterior', '(11) 98765-4321')
    await person.press('Continuar')
    await person.sees('Seu e-mail')
  },
  email: async (person: Person) => {
    await person.type('E-mail atual', 'maria.aparecida@exemplo.com.br')
    await person.choose('Sim, é o mesmo')
    await person.press('Continuar')
    await person.sees('Mais informações')
  },
  mais: async (person: Person) => {
    await person.choose('Sim')
    await person.type('Conte o que você lembra', 'Perdi o celular no ônibus.')
    await person.press('Continuar')
    await person.sees('Tirar foto')
  },
  frente: async (person: Person) => {
    await takePhoto(person)
    await person.sees('Tire uma foto do verso do seu documento')
  },
  verso: async (person: Person) => {
    await takePhoto(person)
    await person.sees('Como tirar a selfie')
  },
  instrucoes: async (person: Person) => {
    await person.press('Continuar')
    await person.sees('Tire uma selfie com o documento')
  },
  selfie: async (person: Person) => {
    await takePhoto(person)
    await person.sees('Confira e envie')
  },
} as const

const shoot = async (person: Person): Promise<void> => {
  await person.press('Tirar foto')
  await person.sees('Usar esta foto')
}
const takePhoto = async (person: Person): Promise<void> => {
  await shoot(person)
  await person.press('Usar esta foto')
}

type Step = keyof typeof steps | 'envio'

/** Actions up to a step, or through all steps. */
const reach = async (person: Person, step: Step): Promise<void> => {
  await atOptions(person)
  await person.choose('Confirme sua identidade')
  await person.press('Continuar')
  await person.sees('Seus dados')
  for (const [name, pass] of Object.entries(steps)) {
    if (name === step) return
    await pass(person)
  }
}

/** Goes to a step and then, if that is not yet the state, performs `there`. */
const at = (
  step: Step,
  { there, ...row }: Omit<ScreenRow, 'act'> & { there?: (person: Person) => Promise<void> },
): ScreenRow => ({
  ...row,
  act: async (person) => {
    await reach(person, step)
    await there?.(person)
  },
})

const goOn = (person: Person): Promise<void> => person.press('Continuar')
const sendOff = async (person: Person): Promise<void> => {
  await person.choose('Aceito receber contato via WhatsApp no celular atual')
  await person.press('Enviar')
}

/** The forms before the photos. */
const forms = {
  dados: at('dados', { title: 'Seus dados', shows: 'Etapa 1 de 9' }),
  'dados-erros': at('dados', {
    title: 'Seus dados, com erros',
    there: async (person) => {
      await person.type('Nome completo', 'Maria')
      await person.type('Data de nascimento', '31/02/1990')
      await goOn(person)
    },
    shows: 'Nome deve conter pelo menos 2 palavras',
  }),
  celular: at('celular', { title: 'Seu celular', shows: 'Celular atual' }),
  'celular-igual': at('celular', {
    title: 'Seu celular, o mesmo duas vezes',
    there: async (person) => {
      await person.type('Celular atual', '(11) 91111-2222')
      await person.choose('Não, mudou')
      await person.type('Celular anterior', '(11) 91111-2222')
      await goOn(person)
    },
    shows: 'O número informado deve ser diferente do atual',
  }),
  email: at('email', { title: 'Seu e-mail', shows: 'E-mail atual' }),
  'email-igual': at('email', {
    title: 'Seu e-mail, o mesmo duas vezes',
    there: async (person) => {
      await person.type('E-mail atual', 'maria@exemplo.com.br')
      await person.choose('Não, mudou')
      await person.type('E-mail anterior', 'maria@exemplo.com.br')
      await goOn(person)
    },
    shows: 'O e-mail informado deve ser diferente do atual',
  }),
  mais: at('mais', { title: 'Mais informações', shows: 'Mais informações' }),
  'mais-erro': at('mais', {
    title: 'Mais informações, sem resposta',
    there: goOn,
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
    there: async (person) => {
      await person.choose('Não')
      await goOn(person)
    },
    shows: 'Não foi possível acessar a câmera. Verifique as permissões e tente novamente.',
  }),
  instrucoes: at('instrucoes', { title: 'Como tirar a selfie', shows: 'Fique em um lugar bem iluminado.' }),
  selfie: at('selfie', { title: 'Selfie com o documento', shows: 'Tire uma selfie com o documento' }),
}

const submission = {
  envio: at('envio', { title: 'Confira e envie', shows: 'Confira e envie' }),
  'envio-sem-aceite': at('envio', {
    title: 'Confira e envie, sem aceite',
    there: (person) => person.press('Enviar'),
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
    there: (person) => person.press('Cancelar pedido'),
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
