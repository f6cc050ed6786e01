import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { createVault } from '../vault/index.ts'
import { importCustomers } from './import-customers.ts'

const club = useClub()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clube-import-'))
})
afterAll(() => rm(folder, { recursive: true }))

const load = async (text: string) => {
  const file = join(folder, 'base.csv')
  await writeFile(file, text)
  return importCustomers({ db: club.database.db, clock: club.now, vault: createVault(testRootKey) }, file)
}

const check = (document_id: string) =>
  club.browser().send(checkAccountCall, { body: { document_id, terms_id: 'x' } })

test('valid lines of a customer file are imported as incomplete accounts with hints, and invalid ones are reported with a reason', async () => {
  const report = await load(`\uFEFFdocument_id;name;birth_date;cellphone;email
123.456.789-09;"Souza; Ana";31/12/1985;(11) 98888-7777;ana@exemplo.com
12345678900;Errado da Silva;;;
87748248800;Carlos Lima;31/02/1980;;
${club.personas.maria.document_id};Maria;;;
11.444.777/0001-61;Farmácia;;;x
00.000.000/0001-91;Banco;;1133334444;
123.456.789-09;Ana de novo;;;
`)
  expect(report).toEqual({
    loaded: 1,
    rejected: [
      { line: 3, reason: 'CPF inválido!' },
      { line: 4, reason: 'Data inválida' },
      { line: 5, reason: 'Documento já cadastrado' },
      { line: 6, reason: 'Email inválido' },
      { line: 7, reason: 'Celular inválido' },
      { line: 8, reason: 'Documento já cadastrado' },
    ],
  })
  expect(await check('12345678909')).toMatchObject({
    data: {
      registration: 'incomplete',
      hints: { birth_date: '**/**/**85', cellphone: '(**) *****-**77', email: 'an********' },
    },
  })
  expect(await check('00000000000191')).toMatchObject({ data: { registration: 'unregistered' } })
})

test('a truncated customer file imports nothing', async () => {
  await expect(load('document_id;name\n87748248800;Bia Reis\n"11144477735;quebrado')).rejects.toThrow()
  expect(await check('87748248800')).toMatchObject({ data: { registration: 'unregistered' } })
  await expect(load('cpf,nome\n1,2')).rejects.toThrow('The first line must name the columns')
})
