import {
  findCustomerCall,
  issueDeskCodeCall,
  type DeskCustomer,
} from '@clube/contract/recovery/desk-calls.ts'
import type { Person } from './person.ts'
import { answer } from '../../testing/pretend-server.ts'
import { later, sampleId } from './sample-moments.ts'
import { screensOf, type ScreenState } from './screen-state.ts'
import { signedInAs } from './staff-screens.ts'

const customer: DeskCustomer = {
  customer_id: sampleId,
  document_type: 'cpf',
  document: '***.982.247-**',
  name: 'Maria Aparecida da Silva',
  birth_date: '14/05/1986',
  cellphone: '(11) *****-4321',
  email: 'ma***@e***.br',
  account_status: 'active',
  open_request: null,
}
const find = async (person: Person): Promise<void> => {
  await person.type('CPF ou CNPJ', '529.982.247-25')
  await person.press('Procurar')
}
/** The desk Balcão. */
export const serviceDeskScreens: readonly ScreenState[] = screensOf(
  {
    group: 'Mesa Balcão',
    app: 'staff',
    path: '/equipe/balcao',
    slug: 'balcao',
    arrange: signedInAs('attendant'),
    answers: answer(findCustomerCall, { customer }),
  },
  {
    vazio: { title: 'Balcão', shows: 'Procurar' },
    'cpf-invalido': {
      title: 'CPF inválido',
      act: async (person) => {
        await person.type('CPF ou CNPJ', '111.111.111-11')
        await person.press('Procurar')
      },
      shows: 'CPF inválido!',
    },
    pessoa: { title: 'Uma pessoa', act: find, shows: 'Maria Aparecida da Silva' },
    ninguem: {
      title: 'Ninguém com este documento',
      answers: answer(findCustomerCall, { customer: null }),
      act: find,
      shows: 'Não há cadastro',
    },
    'falta-conferir': {
      title: 'Emitir sem conferir',
      act: async (person) => {
        await find(person)
        await person.press('Emitir código')
      },
      shows: 'Só é possível emitir o código quando todos os itens conferem.',
    },
    codigo: {
      title: 'Código para a pessoa',
      answers: answer(issueDeskCodeCall, { code: '482913', expires_at: later(0.25) }),
      act: async (person) => {
        await find(person)
        await person.sees('Emitir código')
        for (const yes of document.querySelectorAll<HTMLInputElement>('input[type=radio]'))
          if (yes.labels?.[0]?.textContent?.trim() === 'Sim') yes.click()
        await person.press('Emitir código')
      },
      shows: '482913',
    },
  },
)
