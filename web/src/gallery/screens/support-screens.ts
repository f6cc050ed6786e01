import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import type { Person } from './person.ts'
import { neverAnswers, refuses, unreachable, yields } from './pretend-server.ts'
import { atOptions, willing } from './recovery-screens.ts'
import { pretendPhone, pretendPhoneWithoutCamera } from './sample-camera.ts'
import { screensOf, type ScreenState } from './screen-state.ts'

/** What somebody does at each step, in the order of the sub-flow. */
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

/** Up to a step, or through all of them. */
const reach = async (person: Person, step: keyof typeof steps | 'envio'): Promise<void> => {
  await atOptions(person)
  await person.choose('Confirme sua identidade')
  await person.press('Continuar')
  await person.sees('Seus dados')
  for (const [name, pass] of Object.entries(steps)) {
    if (name === step) return
    await pass(person)
  }
}
const sendOff = async (person: Person): Promise<void> => {
  await reach(person, 'envio')
  await person.choose('Aceito receber contato via WhatsApp no celular atual')
  await person.press('Enviar')
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
  {
    dados: { title: 'Seus dados', act: (person) => reach(person, 'dados'), shows: 'Etapa 1 de 9' },
    'dados-erros': {
      title: 'Seus dados, com erros',
      act: async (person) => {
        await reach(person, 'dados')
        await person.type('Nome completo', 'Maria')
        await person.type('Data de nascimento', '31/02/1990')
        await person.press('Continuar')
      },
      shows: 'Nome deve conter pelo menos 2 palavras',
    },
    celular: { title: 'Seu celular', act: (person) => reach(person, 'celular'), shows: 'Celular atual' },
    'celular-igual': {
      title: 'Seu celular, o mesmo duas vezes',
      act: async (person) => {
        await reach(person, 'celular')
        await person.type('Celular atual', '(11) 91111-2222')
        await person.choose('Não, mudou')
        await person.type('Celular anterior', '(11) 91111-2222')
        await person.press('Continuar')
      },
      shows: 'O número informado deve ser diferente do atual',
    },
    email: { title: 'Seu e-mail', act: (person) => reach(person, 'email'), shows: 'E-mail atual' },
    'email-igual': {
      title: 'Seu e-mail, o mesmo duas vezes',
      act: async (person) => {
        await reach(person, 'email')
        await person.type('E-mail atual', 'maria@exemplo.com.br')
        await person.choose('Não, mudou')
        await person.type('E-mail anterior', 'maria@exemplo.com.br')
        await person.press('Continuar')
      },
      shows: 'O e-mail informado deve ser diferente do atual',
    },
    mais: { title: 'Mais informações', act: (person) => reach(person, 'mais'), shows: 'Mais informações' },
    'mais-erro': {
      title: 'Mais informações, sem resposta',
      act: async (person) => {
        await reach(person, 'mais')
        await person.press('Continuar')
      },
      shows: 'Por favor, selecione uma opção',
    },
    frente: {
      title: 'Frente do documento',
      act: (person) => reach(person, 'frente'),
      shows: 'Tire uma foto da frente do seu documento',
    },
    'frente-tirada': {
      title: 'Frente do documento, conferir',
      act: async (person) => {
        await reach(person, 'frente')
        await shoot(person)
      },
      shows: 'Usar esta foto',
    },
    verso: {
      title: 'Verso do documento',
      act: (person) => reach(person, 'verso'),
      shows: 'Tire uma foto do verso do seu documento',
    },
    'camera-negada': {
      title: 'Câmera negada',
      arrange: pretendPhoneWithoutCamera,
      act: async (person) => {
        await atOptions(person)
        await person.choose('Confirme sua identidade')
        await person.press('Continuar')
        await person.sees('Seus dados')
        await steps.dados(person)
        await steps.celular(person)
        await steps.email(person)
        await person.choose('Não')
        await person.press('Continuar')
      },
      shows: 'Não foi possível acessar a câmera. Verifique as permissões e tente novamente.',
    },
    instrucoes: {
      title: 'Como tirar a selfie',
      act: (person) => reach(person, 'instrucoes'),
      shows: 'Fique em um lugar bem iluminado.',
    },
    selfie: {
      title: 'Selfie com o documento',
      act: (person) => reach(person, 'selfie'),
      shows: 'Tire uma selfie com o documento',
    },
    envio: { title: 'Confira e envie', act: (person) => reach(person, 'envio'), shows: 'Confira e envie' },
    'envio-sem-aceite': {
      title: 'Confira e envie, sem aceite',
      act: async (person) => {
        await reach(person, 'envio')
        await person.press('Enviar')
      },
      shows: 'Você deve aceitar os termos de contato para continuar!',
    },
    enviando: {
      title: 'Confira e envie, enviando',
      answers: neverAnswers(supportRecoveryCall),
      act: sendOff,
      shows: 'Enviando suas fotos',
    },
    'envio-sem-rede': {
      title: 'Confira e envie, sem rede',
      answers: unreachable(supportRecoveryCall),
      act: sendOff,
      shows: 'O envio não terminou.',
    },
    'ja-existe': {
      title: 'Confira e envie, já existe um pedido',
      answers: refuses(supportRecoveryCall, 'recovery.already-open'),
      act: sendOff,
      shows: 'Já existe um pedido em análise para este documento.',
    },
    cancelar: {
      title: 'Cancelar pedido',
      act: async (person) => {
        await reach(person, 'celular')
        await person.press('Cancelar pedido')
      },
      shows: 'Sim, cancelar',
    },
    'em-analise': {
      title: 'Informações em análise',
      answers: yields(supportRecoveryCall, {
        protocol: '2026-000123-4',
        answer_by: '2026-11-23T15:00:00.000Z',
      }),
      act: sendOff,
      shows: '2026-000123-4',
    },
  },
)
