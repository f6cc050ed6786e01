import { expect, test } from 'vitest'
import { InvalidInput } from '../../kernel/refusal.ts'
import { readShopFile } from './shop-file.ts'

const cafe = { cnpj: '11222333000181', name: 'Café do Pátio', segment: 'food', floor: '1º piso, loja 12' }
const errorOf = (csv: string): string => {
  try {
    readShopFile(csv)
  } catch (error) {
    if (error instanceof InvalidInput) return error.errors.map(({ message }) => message).join()
    throw error
  }
  throw new Error('The file was accepted')
}

test.each([
  ['Portuguese', 'cnpj;nome;segmento;piso\n11.222.333/0001-81;Café do Pátio;alimentacao;1º piso, loja 12\n'],
  ['English', 'cnpj;name;segment;floor\n11222333000181;Café do Pátio;Alimentação;1º  piso, loja 12'],
  [
    'capitalized and reordered',
    '\uFEFFNome da Loja;Andar;CNPJ;Segmento\r\nCafé do Pátio;1º piso, loja 12;11222333000181;Alimentação\r\n;;;\r\n',
  ],
  ['comma-separated', 'cnpj,nome,segmento,piso\n11222333000181,Café do Pátio,Alimentação,"1º piso, loja 12"'],
])('a shop file with %s column titles is read', (_titles, csv) => {
  expect(readShopFile(csv)).toEqual({ shops: [{ line: 2, ...cafe }], rejected: [] })
})

test.each([
  ['', 'O arquivo está vazio.'],
  [' \n;;\n', 'O arquivo está vazio.'],
  ['cnpj;nome\n', 'O arquivo só tem a linha dos títulos. Escreva abaixo dela uma loja por linha.'],
  [
    'loja;telefone\nA;1',
    'Linha 1: não há a coluna “cnpj”. A primeira linha deve ser: cnpj;nome;segmento;piso',
  ],
  ['x', 'Linha 1: não há as colunas “cnpj” e “nome”. A primeira linha deve ser: cnpj;nome;segmento;piso'],
  [
    '\ncnpj;nome;telefone\n1;A;2',
    'Linha 2: coluna desconhecida “telefone”. A primeira linha deve ser: cnpj;nome;segmento;piso',
  ],
  [
    'cnpj;nome;name\n1;A;2',
    'Linha 1: a coluna “name” está repetida. A primeira linha deve ser: cnpj;nome;segmento;piso',
  ],
  ['cnpj;nome\n1;"A', 'Há aspas abertas que não fecham. Confira as aspas do arquivo.'],
])('the shop file %j is rejected as a whole with a reason', (csv, message) => {
  expect(errorOf(csv)).toBe(message)
})

test('each invalid line of a shop file is reported with its number and a reason', () => {
  const { shops, rejected } = readShopFile(
    [
      'cnpj;nome;segmento;piso',
      '11.222.333/0001-81;Café do Pátio;;',
      '',
      '34.028.316/0001-03;;;',
      ';Correio;;',
      '123;Correio;;',
      '11222333000181;Outra;;',
      '34.028.316/0001-03;Correio;Armas;',
      `34.028.316/0001-03;Correio;;${'x'.repeat(31)}`,
      `34.028.316/0001-03;${'x'.repeat(121)};;`,
      '34.028.316/0001-03;Correio;;;;',
    ].join('\n'),
  )
  expect(shops).toHaveLength(1)
  expect(rejected).toEqual([
    { line: 4, reason: 'Loja sem nome' },
    { line: 5, reason: 'Loja sem CNPJ' },
    { line: 6, reason: 'CNPJ deve conter somente números e 14 dígitos!' },
    { line: 7, reason: 'O CNPJ já está na linha 2' },
    {
      line: 8,
      reason:
        'Segmento desconhecido: Armas. Use um destes: Alimentação, Beleza e perfumaria, Brinquedos, Calçados e bolsas, Casa e decoração, Eletrônicos e celulares, Esporte, Farmácia e saúde, Joias, relógios e óticas, Lazer e cinema, Livros e papelaria, Mercado, Moda, Pets, Serviços ou Outros.',
    },
    { line: 9, reason: 'Piso com mais de 30 caracteres' },
    { line: 10, reason: 'Nome com mais de 120 caracteres' },
    { line: 11, reason: '6 colunas em vez de 4' },
  ])
})
