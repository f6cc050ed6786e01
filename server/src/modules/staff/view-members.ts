import type { Invitation, StaffMember } from '@clube/contract/staff/member.ts'
import type { Db } from '../../db/database.ts'
import { findMessage, type MessageRecord } from '../messaging/index.ts'
import { memberView, type Member } from './staff-member.ts'
import { listOpenInvitations, type OpenInvitation } from './staff-secret-store.ts'
import { listMembers } from './staff-store.ts'

/** The administrator's view of all members, with the delivery state of their invitations. */
export const viewMembers = async (db: Db): Promise<StaffMember[]> => {
  const invitations = new Map(
    (await listOpenInvitations(db)).map((invitation) => [invitation.staff_id, invitation]),
  )
  const members = await listMembers(db)
  return Promise.all(
    members.map(async (member) => memberView(member, await viewInvitation(db, invitations.get(member.id)))),
  )
}

/** The administrator's view of one member. */
export const viewMember = async (db: Db, member: Member): Promise<StaffMember> => {
  const [invitation] = await listOpenInvitations(db, member.id)
  return memberView(member, await viewInvitation(db, invitation))
}

const viewInvitation = async (db: Db, invitation: OpenInvitation | undefined): Promise<Invitation | null> => {
  if (!invitation) return null
  const { message_id, created_at, expires_at } = invitation
  const message = message_id === null ? undefined : await findMessage(db, message_id)
  return {
    sent_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    delivery: message ? deliveryOf(message) : null,
  }
}

/** Delivery state for the administrator: pending, sent, or failed. */
const deliveryOf = (message: MessageRecord): Invitation['delivery'] => {
  switch (message.state) {
    case 'queued':
    case 'sent':
    case 'failed':
      return message.state
    case 'suppressed':
      // Only messages without a recipient are suppressed; an invitation has one.
      return 'failed'
    default:
      return message satisfies never
  }
}
