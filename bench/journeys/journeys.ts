import type { Visit } from './visit.ts'

const home = /^(Bom dia|Boa tarde|Boa noite)/
const newPassword = 'Pitanga-Doce-4'

/** Opens the first screen and continues to the password. */
const identify = async (visit: Visit): Promise<void> => {
  await visit.page.goto('/entrar')
  await visit.page.waitForFunction(() => (globalThis as { clubeReady?: boolean }).clubeReady === true)
  await visit.see('Login')
  await visit.fill('CPF ou CNPJ', visit.person.document_id)
  await visit.click('button', 'Continuar')
  await visit.see('Bem vindo de volta!')
}

const signIn = async (visit: Visit): Promise<void> => {
  await identify(visit)
  await visit.fill('Senha', visit.person.password)
  await visit.click('button', 'Entrar')
  await visit.see(home)
}

const recover = async (visit: Visit): Promise<void> => {
  await identify(visit)
  await visit.click('button', 'Esqueci minha senha')
  await visit.see('Esqueci minha senha')
  await visit.fill('CPF ou CNPJ', visit.person.document_id)
  await visit.click('button', 'Enviar código')
  await visit.see('Confira seu e-mail')
  await visit.fill('Código de verificação', await visit.receiveCode())
  await visit.click('button', 'Confirmar')
  await visit.see('Crie uma nova senha')
  await visit.fill('Nova senha', newPassword)
  await visit.fill('Confirme a nova senha', newPassword)
  await visit.click('button', 'Salvar nova senha')
  await visit.see('Tudo certo!')
  await visit.click('button', 'Entrar no clube')
  await visit.see(home)
}

const registerReceipt = async (visit: Visit): Promise<void> => {
  const { key, day } = visit.club.nextReceipt()
  await visit.click('link', /Minhas notas/)
  await visit.see('Minhas notas')
  await visit.click('link', 'Cadastrar nota fiscal')
  await visit.see('Cadastrar nota')
  await visit.fill('Chave de acesso', key)
  await visit.fill('Valor total da nota', '8990')
  await visit.fill('Data da compra', day)
  await visit.click('button', 'Cadastrar')
  await visit.see('Nota aprovada!')
}

const reserveTicket = async (visit: Visit): Promise<void> => {
  await visit.click('link', 'Ver todas as promoções')
  await visit.see('Promoções')
  await visit.click('link', /Natal no Ipê/)
  await visit.see('Natal no Ipê')
  await visit.click('link', 'Escolher sessão')
  await visit.see('Natal no Ipê', visit.page.getByRole('button', { name: 'Reservar' }))
  await visit.click('button', 'Reservar')
  await visit.see('Natal no Ipê', visit.page.getByRole('timer'))
  await visit.check(/Termos do evento/)
  await visit.click('button', 'Confirmar')
  await visit.see('Ingresso confirmado!')
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
