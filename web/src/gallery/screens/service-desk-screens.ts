import { findCustomerCall, issueDeskCodeCall } from '@clube/contract/recovery/desk-calls.ts'
import { answer } from '../../testing/pretend-server.ts'
import { staffSamples } from '../../testing/staff-samples.ts'
import { later } from './sample-moments.ts'
import type { ScreenState } from './screen-state.ts'
import { deskScreens, findPerson } from './staff-screens.ts'

const { customer } = staffSamples

/** The desk Balcão. */
export const serviceDeskScreens: readonly ScreenState[] = deskScreens(
  'Balcão',
  'attendant',
  {
    path: '/balcao',
    slug: 'balcao',
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
    pessoa: { title: 'Uma pessoa', act: findPerson, shows: 'Maria da Silva' },
    ninguem: {
      title: 'Ninguém com este documento',
      answers: answer(findCustomerCall, { customer: null }),
      act: findPerson,
      shows: 'Não há cadastro',
    },
    'falta-conferir': {
      title: 'Emitir sem conferir',
      act: async (person) => {
        await findPerson(person)
        await person.press('Emitir código')
      },
      shows: 'Só é possível emitir o código quando todos os itens conferem.',
    },
    codigo: {
      title: 'Código para a pessoa',
      answers: answer(issueDeskCodeCall, { code: '482913', expires_at: later(0.25) }),
      act: async (person) => {
        await findPerson(person)
        await person.sees('Emitir código')
        for (const yes of document.querySelectorAll<HTMLInputElement>('input[type=radio]'))
          if (yes.labels?.[0]?.textContent?.trim() === 'Sim') yes.click()
        await person.press('Emitir código')
      },
      shows: '482913',
    },
  },
)
