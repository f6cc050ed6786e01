import { forgotPasswordCall, recoveryOptionsCall } from '@clube/contract/recovery/code-calls.ts'
import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isPending, subscribeToPending } from '../../../../kit/overlay/pending-count.ts'
import type { HostWindow } from '../../../../platform/native-bridge/handle-pictures.ts'
import { failing, invalid, refusal, unreachable, type FakeResponse } from '../../../../testing/fake-server.ts'
import { advanceTime } from '../../../../testing/jsdom.ts'
import {
  confirm,
  expectNoToast,
  expectText,
  expectToast,
  heading,
  server,
  type,
} from '../../../../testing/screen-test.tsx'
import {
  choose,
  enter,
  field,
  open,
  press,
  reload,
  setUpSignIn,
  navigateHistory,
} from '../sign-in-page.testing.tsx'

const image = btoa('\xff\xd8\xff\xe0\x01\x02\x03')
const host = window as Window & HostWindow
const submitted = { protocol: '2026-000123-4', answer_by: '2026-11-23T12:00:00.000Z' }
const contact = 'Aceito receber contato via WhatsApp no celular atual'
const connectionMessage = 'Verifique sua conexão com a internet e tente novamente!'
/** A network failure after this fraction of the upload. */
const interrupted = (fraction: number) => failing({ kind: 'network', during: 'call' }, fraction)

setUpSignIn()
beforeEach(() => {
  // The native app takes every photo immediately: the camera has its own tests.
  host.ClubeApp = {
    postMessage: (message) => {
      const { request_id } = JSON.parse(message) as { request_id: string }
      const event = new CustomEvent('data', { detail: { request_id, image } })
      queueMicrotask(() => window.dispatchEvent(event))
    },
  }
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} })
})
afterEach(() => {
  delete host.ClubeApp
})

async function requestSupport(document = '529.982.247-25') {
  await enter({ document })
  await press('Esqueci minha senha')
  server.respond(forgotPasswordCall, { expires_at: '', resend_at: null })
  await type('CPF ou CNPJ', document)
  await press('Enviar código')
  server.respond(recoveryOptionsCall, { available_options: ['remote_support'], confirmation_text: '' })
  await press('Usar outra opção de verificação')
  choose(/Confirme sua identidade/)
  await press('Continuar')
}

const steps = {
  identityInformation: async () => {
    await type('Nome completo', 'Ana Lúcia Pereira')
    await type('Data de nascimento', '20/03/1990')
    await press('Continuar')
  },
  cellphoneConfirmation: async () => {
    await type('Celular atual', '(11) 98888-7777')
    choose('Não, mudou')
    await type('Celular anterior', '(11) 97777-6666')
    await press('Continuar')
  },
  emailConfirmation: async () => {
    await type('E-mail atual', 'Ana@Exemplo.com.br')
    choose('Não lembro')
    await press('Continuar')
  },
  extraInformation: async () => {
    choose('Sim')
    await type('Conte o que você lembra', 'Moro na Praça da Sé.')
    await press('Continuar')
  },
  personalIDFront: () => takePhoto(),
  personalIDBack: () => takePhoto(),
  selfieInstructions: () => press('Continuar'),
  personalIDSelfie: () => takePhoto(),
} as const
type Step = keyof typeof steps | 'submissionConfirmation'

async function takePhoto() {
  await act(() => vi.waitFor(() => screen.getByRole('button', { name: 'Usar esta foto' })))
  await press('Usar esta foto')
}
const pressBack = (name = 'Voltar') =>
  navigateHistory(() => fireEvent.click(screen.getByRole('button', { name })))

/** Goes to a step, with valid values in the steps before it. */
async function reach(step: Step) {
  open()
  await requestSupport()
  for (const [name, completeStep] of Object.entries(steps)) {
    if (name === step) return
    await completeStep()
  }
}

const acceptContact = () => fireEvent.click(screen.getByRole('checkbox', { name: contact }))
/** Completes all steps, accepts the contact and submits. */
async function submit(...responses: FakeResponse<typeof supportRecoveryCall>[]) {
  await reach('submissionConfirmation')
  acceptContact()
  server.respond(supportRecoveryCall, ...responses)
  await press('Enviar')
}
const submissions = () => server.bodiesOf(supportRecoveryCall)

describe('the support steps', () => {
  test('the support steps appear in order, and their data is sent in one request', async () => {
    await reach('identityInformation')
    const titles = [heading()]
    for (const completeStep of Object.values(steps)) {
      await completeStep()
      titles.push(heading())
    }
    expect(titles).toEqual([
      'Seus dados',
      'Seu celular',
      'Seu e-mail',
      'Mais informações',
      'Frente do documento',
      'Verso do documento',
      'Como tirar a selfie',
      'Selfie com o documento',
      'Confira e envie',
    ])
    server.respond(supportRecoveryCall, submitted)
    acceptContact()
    const overlay: boolean[] = []
    const stop = subscribeToPending(() => overlay.push(isPending()))
    await press('Enviar')
    stop()
    expect(overlay).toEqual([true, false])
    const photo = expect.objectContaining({ type: 'image/jpeg', size: 7 }) as Blob
    expect(submissions()).toEqual([
      {
        document_id: '52998224725',
        document_type: 'cpf',
        terms_id: 'shd_auth_terms',
        name: 'Ana Lúcia Pereira',
        birth_date: '1990-03-20',
        cellphone_status: 'changed',
        cellphone: '11988887777',
        previous_cellphone: '11977776666',
        email_status: 'forgotten',
        email: 'ana@exemplo.com.br',
        previous_email: null,
        extra_information: 'yes',
        extra_information_description: 'Moro na Praça da Sé.',
        personal_id_front: photo,
        personal_id_back: photo,
        personal_id_selfie: photo,
      },
    ])
    expect(heading()).toBe('Informações em análise')
    expect(screen.getByText('segunda-feira, 23 de novembro às 09:00')).toBeTruthy()
    expect(screen.getByText('2026-000123-4')).toBeTruthy()
    await press('Voltar ao início')
    expect(heading()).toBe('Login')
  })

  const cancellable = [...Object.keys(steps), 'submissionConfirmation'] as Step[]
  test.each(cancellable)('the support request can be cancelled at %s', async (step) => {
    await reach(step)
    await press('Cancelar pedido')
    await press('Continuar o pedido')
    await press('Cancelar pedido')
    await confirm('Sim, cancelar')
    expect(heading()).toBe('Login')
    await requestSupport()
    expect(field('Nome completo').value).toBe('')
  })

  test('the support form shows one hint about how to write the name', async () => {
    await reach('identityInformation')
    expectText('Como no seu documento, só com letras e espaços')
    expect(screen.queryByText(/apóstrofo|Preencha/)).toBeNull()
    await type('Nome completo', "Ana-Maria D'Ávila")
    expect(field('Nome completo').value).toBe('Ana Maria D Ávila')
  })

  test('the support form has no birth date field for a company', async () => {
    open()
    await requestSupport('11.222.333/0001-81')
    expect(screen.queryByLabelText('Data de nascimento')).toBeNull()
    await type('Nome da empresa', 'Padaria Flor do Bairro')
    await press('Continuar')
    expect(heading()).toBe('Seu celular')
  })

  test('the browser’s back button restarts the sign-in flow from the final support screen', async () => {
    await submit(submitted)
    await navigateHistory(() => window.history.back())
    expect(heading()).toBe('Login')
  })
})

describe('errors of the support steps', () => {
  test.each([
    ['Nome completo', '', 'Nome é obrigatório'],
    ['Nome completo', 'Ana', 'Nome deve conter pelo menos 2 palavras'],
    ['Data de nascimento', '31/02/1990', 'Data inválida'],
    ['Data de nascimento', '01/01/2999', 'Data não pode estar no futuro!'],
  ])('in the support form the field %s with the value "%s" shows: %s', async (label, text, message) => {
    await reach('identityInformation')
    await type(label, text)
    await press('Continuar')
    expect(screen.getByText(message)).toBeTruthy()
    expect(heading()).toBe('Seus dados')
  })

  test('the support form validates the cellphone', async () => {
    await reach('cellphoneConfirmation')
    await press('Continuar')
    expect(screen.getByText('Este campo não pode estar vazio')).toBeTruthy()
    expect(screen.getByText('Por favor, selecione uma opção')).toBeTruthy()
    expect(screen.queryByLabelText('Celular anterior')).toBeNull()
    await type('Celular atual', '(11) 98888-7777')
    choose('Não, mudou')
    await type('Celular anterior', '11 98888 7777')
    await press('Continuar')
    expect(screen.getByText('O número informado deve ser diferente do atual')).toBeTruthy()
    choose('Sim, é o mesmo')
    await press('Continuar')
    expect(heading()).toBe('Seu e-mail')
  })

  test('the support form validates the e-mail', async () => {
    await reach('emailConfirmation')
    await type('E-mail atual', 'ana@')
    await press('Continuar')
    expect(screen.getByText('Email inválido')).toBeTruthy()
    expect(screen.getByText('Por favor, selecione uma opção')).toBeTruthy()
    await type('E-mail atual', 'ana@exemplo.com.br')
    choose('Não, mudou')
    await type('E-mail anterior', 'ANA@exemplo.com.br')
    await press('Continuar')
    expect(screen.getByText('O e-mail informado deve ser diferente do atual')).toBeTruthy()
  })

  test('further information must be described only if the answer is yes', async () => {
    await reach('extraInformation')
    await press('Continuar')
    expect(screen.getByText('Por favor, selecione uma opção')).toBeTruthy()
    choose('Não lembro')
    expect(screen.queryByLabelText('Conte o que você lembra')).toBeNull()
    choose('Sim')
    await press('Continuar')
    expect(screen.getByText('Este campo não pode estar vazio')).toBeTruthy()
  })

  test('without consent to be contacted an error is shown under the field and in a warning', async () => {
    await reach('submissionConfirmation')
    await press('Enviar')
    const message = 'Você deve aceitar os termos de contato para continuar!'
    expect(screen.getByText(message)).toBeTruthy()
    expectToast(message, 'warning')
  })
})

describe('the support draft', () => {
  test('navigating between support steps keeps everything typed and photographed', async () => {
    await reach('personalIDBack')
    await act(() => vi.waitFor(() => screen.getByRole('button', { name: 'Fechar câmera' })))
    await pressBack('Fechar câmera')
    expect(screen.getByRole('img', { name: 'Frente do documento' })).toBeTruthy()
    await pressBack()
    expect(field('Conte o que você lembra').value).toBe('Moro na Praça da Sé.')
    await type('Conte o que você lembra', 'Ainda não sei')
    await pressBack()
    await pressBack()
    expect(field('Celular anterior').value).toBe('(11) 97777-6666')
    await pressBack()
    expect(field('Nome completo').value).toBe('Ana Lúcia Pereira')
    for (const title of ['Seus dados', 'Seu celular', 'Seu e-mail']) {
      expect(heading()).toBe(title)
      await press('Continuar')
    }
    expect(field('Conte o que você lembra').value).toBe('Ainda não sei')
    await press('Continuar')
    await press('Continuar')
    expect(heading()).toBe('Verso do documento')
  })

  test('a denied camera shows its message and the first step; everything typed is kept', async () => {
    delete host.ClubeApp
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android')
    const denied = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: denied } })
    await reach('personalIDFront')
    await act(() => vi.waitFor(() => expect(heading()).toBe('Login')))
    expectToast('Não foi possível acessar a câmera. Verifique as permissões e tente novamente.', 'error')
    await requestSupport()
    expect(field('Nome completo').value).toBe('Ana Lúcia Pereira')
  })

  test('a support draft is not kept for another document', async () => {
    await reach('cellphoneConfirmation')
    await pressBack()
    await pressBack()
    expect(heading()).toBe('Login')
    await requestSupport('111.444.777-35')
    expect(field('Nome completo').value).toBe('')
  })

  test('photos that could not be sent offline are kept for a retry', async () => {
    await submit(unreachable)
    expectToast(connectionMessage)
    expectText('Se algo não estiver certo, volte e corrija. Até o envio, as fotos estão só nesta página.')
    const stopped = 'O envio não terminou. Tente de novo sem sair desta página: as fotos estão só nela.'
    expect(screen.getByText(stopped)).toBeTruthy()
    server.respond(supportRecoveryCall, submitted)
    await press('Tentar enviar de novo')
    expect(heading()).toBe('Informações em análise')
    expectNoToast()
  })

  test('a support request whose response was lost is sent once more unchanged', async () => {
    await submit(interrupted(1), submitted)
    expect(heading()).toBe('Informações em análise')
    expectNoToast()
    expect(submissions()).toHaveLength(2)
    expect(submissions()[1]).toEqual(submissions()[0])
  })

  test('a support request whose response is lost twice is not sent again automatically', async () => {
    await submit(interrupted(1))
    expect(submissions()).toHaveLength(2)
    expectToast(connectionMessage)
    expect(screen.getByRole('button', { name: 'Tentar enviar de novo' })).toBeTruthy()
  })

  test('an interrupted upload is not retried automatically', async () => {
    await submit(interrupted(0.7))
    expect(submissions()).toHaveLength(1)
  })

  test('a photo that the server rejects opens its step, with the message', async () => {
    const message = 'Não conseguimos ler esta foto. Tire outra.'
    await submit(invalid({ path: 'personal_id_back', message }))
    await act(() => vi.waitFor(() => expect(heading()).toBe('Verso do documento')))
    expectToast(message, 'error')
    await act(() => vi.waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(message)))
    await takePhoto()
    await press('Continuar')
    await press('Continuar')
    expect(heading()).toBe('Confira e envie')
  })

  test('a field that the server rejects opens its step, with the message under the field', async () => {
    const message = 'Você precisa ter mais de 18 anos!'
    await submit(invalid({ path: 'birth_date', message }))
    await act(() => vi.waitFor(() => expect(heading()).toBe('Seus dados')))
    expect(screen.getByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(field('Data de nascimento'))
  })

  const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.history.state])

  test('support photos are not stored in the browser, and a cancelled draft is erased', async () => {
    await reach('submissionConfirmation')
    expect(stored()).toContain('Ana Lúcia Pereira')
    expect(stored()).not.toMatch(/blob:|image|base64/)
    expect(JSON.stringify({ ...localStorage })).not.toContain('Ana')
    await press('Cancelar pedido')
    await confirm('Sim, cancelar')
    expect(stored()).not.toMatch(/Ana|98888|Praça/)
  })
})

describe('after a reload of the support steps', () => {
  test('the step and everything typed, including in the step itself, are restored', async () => {
    await reach('emailConfirmation')
    await type('E-mail atual', 'ana@exemplo.com.br')
    await reload()
    expect(heading()).toBe('Seu e-mail')
    expect(field('E-mail atual').value).toBe('ana@exemplo.com.br')
    await pressBack()
    expect(heading()).toBe('Seu celular')
    expect(field('Celular anterior').value).toBe('(11) 97777-6666')
    await pressBack()
    expect(field('Nome completo').value).toBe('Ana Lúcia Pereira')
  })

  test('photos are taken again from the first one, as the page says, and the request can be sent', async () => {
    await reach('submissionConfirmation')
    await reload()
    expect(heading()).toBe('Frente do documento')
    expectText(
      'As fotos não ficam guardadas neste aparelho. Tire todas de novo; suas respostas continuam aqui.',
    )
    await press('Tirar as fotos')
    await takePhoto()
    await takePhoto()
    await press('Continuar')
    await takePhoto()
    acceptContact()
    server.respond(supportRecoveryCall, submitted)
    await press('Enviar')
    expect(submissions()).toMatchObject([{ name: 'Ana Lúcia Pereira', cellphone_status: 'changed' }])
  })

  test('the request that was sent still shows its protocol', async () => {
    await submit(submitted)
    await reload()
    expect(heading()).toBe('Informações em análise')
    expectText('2026-000123-4')
    expect(stored()).not.toMatch(/Ana|98888/)
  })

  test('the deadline is that of the flow on the server, which the steps do not extend', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: Date.parse('2026-11-21T13:00:00Z'),
    })
    await reach('identityInformation')
    expectText('Envie o pedido até 10h30.')
    await advanceTime(20 * 60_000)
    await steps.identityInformation()
    await reload()
    expect(heading()).toBe('Seu celular')
    expectText('Envie o pedido até 10h30.')
    await advanceTime(10 * 60_000 + 1_000)
    expectText('Sua entrada expirou. Comece novamente.')
    await reload()
    expect(heading()).toBe('Login')
    expect(stored()).not.toContain('Ana')
  })

  const stored = () => JSON.stringify({ ...sessionStorage })
})

test('an already open support request is reported in a toast, and the step stays open', async () => {
  await submit(refusal('recovery.already-open'))
  expectToast('Já existe um pedido em análise para este documento. Aguarde a nossa resposta.')
  expect(heading()).toBe('Confira e envie')
})
