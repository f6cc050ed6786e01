import { expect, test } from 'vitest'
import {
  approveCorrectionCall,
  proposeCorrectionCall,
  rejectCorrectionCall,
} from '@clube/contract/service-desk/correction-calls.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'

const servers = useTwoServers()
const checklist = { original_document: 'yes', face_matches: 'yes', correction_matches: 'yes' } as const

const propose = (staff: SignedIn, index: number, customer_id: string, name: string) =>
  staff.at(index).send(proposeCorrectionCall, {
    body: { customer_id, name, birth_date: '20/03/1990', checklist },
  })

test('when attendants propose ten corrections concurrently in two processes, exactly one is pending', async () => {
  const { id } = await servers.customer()
  const staff = await Promise.all(Array.from({ length: 10 }, () => servers.staff('attendant')))
  const responses = await Promise.all(
    staff.map((member, index) => propose(member, index, id, `Pessoa Corrigida ${'abcdefghij'[index]}`)),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  for (const response of responses)
    expect([200, 'service-desk.correction-pending']).toContain(response.ok ? response.status : response.code)
})

test('a correction that members confirm and reject concurrently in two processes is decided exactly once', async () => {
  const { id } = await servers.customer()
  const proposer = await servers.staff('attendant')
  const staff = await Promise.all(Array.from({ length: 10 }, () => servers.staff('attendant')))
  const proposed = await propose(proposer, 0, id, 'Pessoa Corrigida')
  const correction_id = proposed.ok ? proposed.data.correction_id : ''
  const responses = await Promise.all(
    staff.map((member, index) =>
      index % 3 === 0
        ? member.at(index).send(rejectCorrectionCall, { body: { correction_id } })
        : member.at(index).send(approveCorrectionCall, { body: { correction_id, checklist } }),
    ),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  for (const response of responses)
    expect([200, 'service-desk.correction-decided']).toContain(response.ok ? response.status : response.code)
})
