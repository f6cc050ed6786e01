/* A partner whose debits take two seconds, in its own process. It prints its URL. */
import { startTestPartner } from '../../server/counterparts/counterparts.testing.ts'
import { memberOf } from './partner-member.ts'

const partner = await startTestPartner()
for (let index = 0; index < Number(process.env['MEMBERS']); index += 1) partner.addMember(memberOf(index))
partner.misbehave('slow', { operation: 'debit', requests: 'always' })
console.log(partner.base_url())
