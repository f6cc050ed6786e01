import { checkPasswordCall, registerCall } from '@clube/contract/identity/account-calls.ts'
import { cityCall } from '@clube/contract/addresses/list-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { saveDraft } from '../../customer/features/registration/registration-draft.ts'
import { saveHandOver } from '../../platform/session/hand-over.ts'
import { setSession } from '../../platform/session/session-store.ts'
import { respond, refusal } from '../../testing/fake-server.ts'
import { samples } from '../../testing/samples.ts'
import { choose, press, waitForText, type } from './simulated-user.ts'
import { loadingStates, screensOf, type ScreenState } from './screen-state.ts'

const { document_id, name, email, cellphone } = samples.profile

/** Prepares the registration of a document, optionally with the fields of the first steps filled in. */
const atRegistration =
  (document: { document_id: string; document_type: 'cpf' | 'cnpj' }, typed = false) =>
  (): void => {
    setSession({ kind: 'signedOut' })
    saveHandOver(document)
    if (!typed) return
    const { city_name: _, street_type, ...address } = samples.profile.address!
    saveDraft({
      document_id,
      person: { name, email, cellphone, birth_date: '12/03/1990' },
      address: { ...address, street_type: street_type ?? '' },
    })
  }
const cpf = { document_id, document_type: 'cpf' } as const
const firstStep = { path: '/cadastro', arrange: atRegistration(cpf) }

const enterPassword = [
  type('Senha', 'Cajueiro-91'),
  type('Confirme a senha', 'Cajueiro-91'),
  press('Continuar'),
]
const acceptDocuments = [...enterPassword, waitForText('Versão 2.1')]
const finish = [
  ...acceptDocuments,
  choose('Li e aceito: Termos de adesão'),
  choose('Li e aceito: Regulamento'),
  press('Concluir cadastro'),
]

/** Registration (spec §2): person, address, password, documents. */
export const registrationScreens: readonly ScreenState[] = screensOf(
  {
    group: 'Cadastro',
    app: 'shopper',
    path: '/cadastro?etapa=senha',
    slug: 'cadastro',
    arrange: atRegistration(cpf, true),
    responses: [
      respond(cityCall, [{ id: 3550308, text: 'São Paulo', additional_data: { uf: 'SP' } }]),
      respond(readConsentDocumentCall, samples.consent),
      respond(checkPasswordCall, {}),
    ],
  },
  {
    dados: { ...firstStep, title: 'Seus dados', shows: 'Cadastro para o CPF' },
    'senha-fraca': {
      title: 'Crie sua senha, fácil de adivinhar',
      responses: respond(checkPasswordCall, refusal('identity.weak-password')),
      act: enterPassword,
      shows: 'Esta senha é fácil de adivinhar. Escolha outra.',
    },
    empresa: {
      ...firstStep,
      title: 'Dados da empresa',
      arrange: atRegistration({ document_id: '11222333000181', document_type: 'cnpj' }),
      shows: 'Cadastro para o CNPJ',
    },
    'dados-erros': {
      ...firstStep,
      title: 'Seus dados, com erros',
      act: press('Continuar'),
      shows: 'Este campo não pode estar vazio',
    },
    endereco: { title: 'Seu endereço', path: '/cadastro?etapa=endereco', shows: 'Logradouro' },
    senha: { title: 'Crie sua senha', shows: 'Confirme a senha' },
    'senha-outra-vez': {
      title: 'Crie sua senha, outra vez depois de recarregar',
      path: '/cadastro?etapa=termos',
      shows: 'A senha não fica guardada na página.',
    },
    'senha-erros': {
      title: 'Crie sua senha, com erros',
      act: [type('Senha', '12345'), press('Continuar')],
      shows: 'A senha deve ter no mínimo 6 caracteres',
    },
    termos: { title: 'Falta só o seu aceite', act: acceptDocuments, shows: 'Quero receber ofertas' },
    'termos-ler': {
      title: 'Ler um documento antes de aceitar',
      act: [...acceptDocuments, press('Ler Termos de adesão ao clube')],
      shows: 'Última alteração',
    },
    'termos-erros': {
      title: 'Falta só o seu aceite, sem aceite',
      act: [...acceptDocuments, press('Concluir cadastro')],
      shows: 'Este campo é requerido',
    },
    'termos-mudaram': {
      title: 'Documentos atualizados durante o cadastro',
      responses: respond(registerCall, refusal('identity.terms-outdated')),
      act: finish,
      shows: registerCall.refusals['identity.terms-outdated'].message,
    },
    'termos-sem-rede': {
      ...loadingStates(readConsentDocumentCall, 'Falta só o seu aceite')['sem-rede'],
      act: enterPassword,
    },
  },
)
