import { findCustomerCall, issueDeskCodeCall } from '@clube/contract/recovery/desk-calls.ts'
import { answer } from '../../testing/pretend-server.ts'
import { press, sees, type } from './person.ts'
import type { ScreenState } from './screen-state.ts'
import { deskScreens, findPerson, later } from './staff-screens.ts'

/** Answers every question of the checklist with yes. */
const answerYes = async (): Promise<void> => {
  for (const yes of document.querySelectorAll<HTMLInputElement>('input[type=radio]'))
    if (yes.labels?.[0]?.textContent?.trim() === 'Sim') yes.click()
}

/** The desk Balcão. */
export const serviceDeskScreens: readonly ScreenState[] = deskScreens(
  'Balcão',
  'attendant',
  { path: '/balcao', slug: 'balcao' },
  {
    vazio: { title: 'Balcão', shows: 'Procurar' },
    'cpf-invalido': {
      title: 'CPF inválido',
      act: [type('CPF ou CNPJ', '111.111.111-11'), press('Procurar')],
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
      act: [...findPerson, press('Emitir código')],
      shows: 'Só é possível emitir o código quando todos os itens conferem.',
    },
    codigo: {
      title: 'Código para a pessoa',
      answers: answer(issueDeskCodeCall, { code: '482913', expires_at: later(0.25) }),
      act: [...findPerson, sees('Emitir código'), answerYes, press('Emitir código')],
      shows: '482913',
    },
  },
)
