import { expect, it } from 'vitest'
import {
  incompleteMaskMessage,
  requiredAutocompleteMessage,
  requiredRadioMessage,
  requiredSelectMessage,
  requiredTextMessage,
} from './field-messages.ts'

it('shared field messages are those of the specification', () => {
  expect(requiredTextMessage).toBe('Este campo não pode estar vazio')
  expect(requiredSelectMessage).toBe('Este campo é requerido')
  expect(requiredAutocompleteMessage).toBe('Por favor selecione uma opção')
  expect(requiredRadioMessage).toBe('Por favor, selecione uma opção')
  expect(incompleteMaskMessage).toBe('Entrada inválida')
})
