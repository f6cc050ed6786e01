import { checkDigit } from '@clube/contract/brazil/check-digits.ts'
import type pg from 'pg'
import { documentLabel } from '../../server/src/modules/identity/customer.ts'
import type { Vault } from '../../server/src/modules/vault/index.ts'

/** The CPF whose first nine digits are 100,000,000 plus the given number. */
export const cpfOf = (number: number): string => {
  const base = String(100_000_000 + number)
  const first = checkDigit(base, 11)
  return base + first + checkDigit(base + first, 11)
}

/** Adds complete accounts with the CPFs of the numbers 0 to `count` − 1, all with the same password hash. */
export const addPeople = async (
  pool: pg.Pool,
  input: { vault: Vault; count: number; password_hash: string },
): Promise<string[]> => {
  const { vault, count, password_hash } = input
  const documents = Array.from({ length: count }, (_, number) => cpfOf(number))
  await pool.query(
    `with inserted as (
      insert into customer (document_type, document_index, document_sealed, account_status, name, birth_date, cellphone,
        email, created_at, registered_at, updated_at)
      select 'cpf', index, sealed, 'active', 'Pessoa de Prova', '1990-01-01', '11987654321', 'prova@exemplo.com.br',
        now(), now(), now()
      from unnest($1::bytea[], $2::bytea[]) as person(index, sealed)
      returning id)
    insert into customer_password (customer_id, password_hash, changed_at) select id, $3, now() from inserted`,
    [
      documents.map((document) => vault.indexOf(documentLabel, document)),
      documents.map((document) => vault.seal(documentLabel, document)),
      password_hash,
    ],
  )
  return documents
}
