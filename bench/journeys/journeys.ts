import type { Visit } from './visit.ts'

const home = /^(Bom dia|Boa tarde|Boa noite)/
const newPassword = 'Pitanga-Doce-4'

/** Opens the first screen and continues to the password. */
const identify = async (visit: Visit): Promise<void> => {
  await visit.page.goto('/entrar')
  await visit.page.waitForFunction(() => (globalThis as { clubeReady?: boolean }).clubeReady === true)
  await visit.sees('Login')
  await visit.fills('CPF ou CNPJ', visit.person.document_id)
  await visit.clicks('button', 'Continuar')
  await visit.sees('Bem vindo de volta!')
}

const signIn = async (visit: Visit): Promise<void> => {
  await identify(visit)
  await visit.fills('Senha', visit.person.password)
  await visit.clicks('button', 'Entrar')
  await visit.sees(home)
}

const recover = async (visit: Visit): Promise<void> => {
  await identify(visit)
  await visit.clicks('button', 'Esqueci minha senha')
  await visit.sees('Esqueci minha senha')
  await visit.fills('CPF ou CNPJ', visit.person.document_id)
  await visit.clicks('button', 'Enviar código')
  await visit.sees('Confira seu e-mail')
  await visit.fills('Código de verificação', await visit.receivesCode())
  await visit.clicks('button', 'Confirmar')
  await visit.sees('Crie uma nova senha')
  await visit.fills('Nova senha', newPassword)
  await visit.fills('Confirme a nova senha', newPassword)
  await visit.clicks('button', 'Salvar nova senha')
  await visit.sees('Tudo certo!')
  await visit.clicks('button', 'Entrar no clube')
  await visit.sees(home)
}

const registerReceipt = async (visit: Visit): Promise<void> => {
  const { key, day } = visit.club.nextReceipt()
  await visit.clicks('link', /Minhas notas/)
  await visit.sees('Minhas notas')
  await visit.clicks('link', 'Cadastrar nota fiscal')
  await visit.sees('Cadastrar nota')
  await visit.fills('Chave de acesso', key)
  await visit.fills('Valor total da nota', '8990')
  await visit.fills('Data da compra', day)
  await visit.clicks('button', 'Cadastrar')
  await visit.sees('Nota aprovada!')
}

const reserveTicket = async (visit: Visit): Promise<void> => {
  await visit.clicks('link', 'Ver todas as promoções')
  await visit.sees('Promoções')
  await visit.clicks('link', /Natal no Ipê/)
  await visit.sees('Natal no Ipê')
  await visit.clicks('link', 'Escolher sessão')
  await visit.sees('Natal no Ipê', visit.page.getByRole('button', { name: 'Reservar' }))
  await visit.clicks('button', 'Reservar')
  await visit.sees('Natal no Ipê', visit.page.getByRole('timer'))
  await visit.checks(/Termos do evento/)
  await visit.clicks('button', 'Confirmar')
  await visit.sees('Ingresso confirmado!')
}

/** The same actions in every checkout: one that requires another screen, field or click fails. */
export const journeys: readonly {
  name: string
  /** Not measured. */
  prepare?: (visit: Visit) => Promise<void>
  run: (visit: Visit) => Promise<void>
}[] = [
  { name: 'sign-in', run: signIn },
  { name: 'recovery by e-mail', run: recover },
  { name: 'receipt', prepare: signIn, run: registerReceipt },
  { name: 'event ticket', prepare: signIn, run: reserveTicket },
]
