import {
  auditFile,
  findAuditSubjectCall,
  listAuditActorsCall,
  searchAuditCall,
  verifyAuditCall,
} from '@clube/contract/staff/audit-calls.ts'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { approveStaffChangeCall, listStaffChangesCall } from '@clube/contract/staff/change-calls.ts'
import {
  changeStaffRolesCall,
  disableStaffCall,
  enableStaffCall,
  inviteStaffCall,
  listStaffCall,
  renewInvitationCall,
  resetSecondFactorCall,
} from '@clube/contract/staff/management-calls.ts'
import {
  acceptInvitationCall,
  readInvitationCall,
  staffConfirmEnrollmentCall,
  staffEnrollmentCall,
  staffSessionCall,
  staffSignInCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { invitationTokenTo, signedInStaff, staffEmail, staffPersonas } from '../../testing/staff.ts'
import { createAppendAuditLine } from '../audit/index.ts'
import { createLimits } from '../limits/index.ts'
import { createVault, fingerprint } from '../vault/index.ts'
import { testRootKey } from '../../testing/club.ts'
import { createAdministrator, grantRole, restoreAccess, StaffCommandError } from './index.ts'

const club = useClub()
let isabel: TestBrowser
beforeAll(async () => {
  isabel = await signedInStaff(club, staffPersonas.administrator)
})

/** The data of a successful response. */
const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(response.message)
  return response.data
}

const idOf = async (email: string): Promise<string> => {
  const response = await isabel.send(listStaffCall)
  if (!response.ok) throw new Error(response.message)
  return response.data.find((member) => member.email === email)?.staff_id ?? ''
}

const invite = async (email: string) => {
  const response = await isabel.send(inviteStaffCall, {
    body: { name: 'Nova Pessoa', email, roles: ['service_agent'] },
  })
  if (!response.ok) throw new Error(response.message)
  if (response.data.kind !== 'done') throw new Error('The invitation was only proposed')
  return { staff_id: response.data.member.staff_id, token: await invitationTokenTo(club, email) }
}

const renew = async (staff_id: string, email: string): Promise<string> => {
  const renewed = await isabel.send(renewInvitationCall, { body: { staff_id } })
  if (!renewed.ok) throw new Error(renewed.message)
  return invitationTokenTo(club, email)
}

const invitationOf = async (email: string) => {
  const response = await isabel.send(listStaffCall)
  return response.ok ? response.data.find((member) => member.email === email)?.invitation : undefined
}

/** Dependencies of the command line. */
const commandDeps = () => {
  const vault = createVault(testRootKey)
  return {
    db: club.database.db,
    clock: club.now,
    vault,
    limits: createLimits(club.database.db),
    appendAuditLine: createAppendAuditLine({ vault, clock: club.now }),
    rules: { base_url: 'https://clube.exemplo.com.br' },
  }
}

/** Another administrator approves the proposal. */
const decide = (browser: TestBrowser, response: ApiResponse<DataOf<typeof enableStaffCall>>) => {
  if (!response.ok || response.data.kind !== 'proposed')
    throw new Error(`Nothing was proposed: ${response.message}`)
  return browser.send(approveStaffChangeCall, { body: { change_id: response.data.change.change_id } })
}

const password = 'Ventania-Boa-7'
const accept = (token: string) =>
  club.browser().send(acceptInvitationCall, { body: { token, password, password_confirmation: password } })

describe('an invitation', () => {
  test('a staff invitation sets the password and leads to the second factor', async () => {
    const { token } = await invite('nova@exemplo.com.br')
    const browser = club.browser()
    expect(await browser.send(readInvitationCall, { body: { token } })).toMatchObject({
      data: { name: 'Nova Pessoa', email: 'nova@exemplo.com.br' },
    })
    const body = { token, password, password_confirmation: password }
    expect(await browser.send(acceptInvitationCall, { body })).toMatchObject({ data: { next: 'enrollment' } })
    expect((await browser.send(staffEnrollmentCall)).status).toBe(200)
    expect((await browser.send(staffSessionCall)).status).toBe(401)
    expect((await browser.send(staffConfirmEnrollmentCall, { body: { code: '000000' } })).status).toBe(401)
    expect(await accept(token)).toMatchObject({
      status: 404,
      code: 'staff.invitation-invalid',
      message:
        'Este convite não vale mais. Se você já criou a senha, entre com ela. Se não, peça um novo a quem administra a equipe.',
    })
  })

  test('a staff invitation is sent to the member only; the administrator sees its delivery state', async () => {
    const email = 'seguida@exemplo.com.br'
    const response = await isabel.send(inviteStaffCall, {
      body: { name: 'Nova Pessoa', email, roles: ['service_agent'] },
    })
    expect(response).toMatchObject({
      status: 200,
      message: 'Enviamos o convite para seguida@exemplo.com.br.',
    })
    const token = await invitationTokenTo(club, email)
    expect(JSON.stringify(response)).not.toContain(token)
    expect(JSON.stringify(await isabel.send(listStaffCall))).not.toContain(token)
    await vi.waitFor(async () => expect((await invitationOf(email))?.delivery).toBe('sent'), {
      timeout: 20_000,
    })
    const invitation = await invitationOf(email)
    const validityMs = Date.parse(invitation?.expires_at ?? '') - Date.parse(invitation?.sent_at ?? '')
    expect(validityMs).toBe(24 * 3_600_000)
    await accept(token)
    expect(await invitationOf(email)).toBe(null)
  })

  test('a staff invitation is stored as a hash, and its message is erased once sent', async () => {
    const { token } = await invite('guardada@exemplo.com.br')
    const stored = await club.database.db.selectFrom('staff_invitation').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(stored.some(({ token_hash }) => token_hash.equals(fingerprint(token)))).toBe(true)
    await vi.waitFor(
      async () => {
        const left = await club.database.db
          .selectFrom('message')
          .select('content_sealed')
          .where('template', '=', 'staff-invitation')
          .where('content_sealed', 'is not', null)
          .execute()
        expect(left).toEqual([])
      },
      { timeout: 20_000 },
    )
  })

  test('an undelivered staff invitation is shown as failed and can be sent again', async () => {
    const email = 'perdida@exemplo.com.br'
    const { staff_id } = await invite(email)
    const { message_id } = await club.database.db
      .selectFrom('staff_invitation')
      .select('message_id')
      .where('staff_id', '=', staff_id)
      .executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect((await invitationOf(email))?.delivery).toBe('sent'), {
      timeout: 20_000,
    })
    await sql`update message set state = 'failed', reason = 'refused' where id = ${message_id}`.execute(
      club.database.db,
    )
    expect(await invitationOf(email)).toMatchObject({ delivery: 'failed' })
    const token = await renew(staff_id, email)
    expect(await invitationOf(email)).not.toMatchObject({ delivery: 'failed' })
    expect(await accept(token)).toMatchObject({ data: { next: 'enrollment' } })
  })

  test('a staff invitation is valid for 24 hours and is revoked by a new one', async () => {
    const { staff_id, token } = await invite('atrasada@exemplo.com.br')
    const renewed = await renew(staff_id, 'atrasada@exemplo.com.br')
    expect((await accept(token)).status).toBe(404)
    club.advanceSeconds(24 * 3600 + 1)
    expect((await accept(renewed)).status).toBe(404)
    isabel = await signedInStaff(club, staffPersonas.administrator)
  })

  test.each([
    ['curta-11-xx', 'curta-11-xx', 'password', 'A senha da equipe deve ter no mínimo 12 caracteres'],
    ['Ventania-Boa-7', 'Ventania-Boa-8', 'password_confirmation', 'As senhas não coincidem'],
    [
      'fraca@exemplo.com.br',
      'fraca@exemplo.com.br',
      'password',
      'Esta senha é fácil de adivinhar. Escolha outra.',
    ],
  ])(
    'the staff password %s confirmed as %s is rejected',
    async (password, password_confirmation, path, message) => {
      const { token } = await invite('fraca@exemplo.com.br').catch(async () => ({
        token: await renew(await idOf('fraca@exemplo.com.br'), 'fraca@exemplo.com.br'),
      }))
      const response = await club.browser().send(acceptInvitationCall, {
        body: { token, password, password_confirmation },
      })
      expect(response).toMatchObject({ status: 422, errors: [{ path, message }] })
    },
  )

  test('a staff invitation for an existing member’s e-mail is rejected', async () => {
    const body = {
      name: 'Outra Ana',
      email: staffEmail(staffPersonas.attendant),
      roles: ['auditor' as const],
    }
    expect(await isabel.send(inviteStaffCall, { body })).toMatchObject({
      status: 409,
      errors: [{ path: 'email', message: 'Já existe alguém da equipe com este e-mail.' }],
    })
  })

  test('a new invitation link for an active staff member changes the password and still requires the code', async () => {
    const { validator } = staffPersonas
    const staff_id = await idOf(staffEmail(validator))
    const renewed = await renew(staff_id, staffEmail(validator))
    expect(await accept(renewed)).toMatchObject({ data: { next: 'code' } })
    const body = { email: staffEmail(validator), password: validator.password }
    expect((await club.browser().send(staffSignInCall, { body })).status).toBe(401)
  })
})

describe('changing a member', () => {
  test('a change of roles takes effect on the staff member’s next request', async () => {
    const bruno = await signedInStaff(club, staffPersonas.marketing)
    expect((await bruno.send(listAuditActorsCall)).status).toBe(403)
    const staff_id = await idOf(staffEmail(staffPersonas.marketing))
    await isabel.send(changeStaffRolesCall, { body: { staff_id, roles: ['marketing', 'auditor'] } })
    expect((await bruno.send(listAuditActorsCall)).status).toBe(200)
    await isabel.send(changeStaffRolesCall, { body: { staff_id, roles: ['marketing'] } })
    expect((await bruno.send(listAuditActorsCall)).status).toBe(403)
  })

  test('saving the roles that a staff member already has changes nothing and writes no audit line', async () => {
    const staff_id = await idOf(staffEmail(staffPersonas.marketing))
    const helena = await signedInStaff(club, staffPersonas.auditor)
    const lines = () => helena.send(searchAuditCall, { query: { subject_id: staff_id } })
    const before = await lines()
    const body = { staff_id, roles: ['marketing' as const] }
    expect(await isabel.send(changeStaffRolesCall, { body })).toMatchObject({ data: { kind: 'done' } })
    expect(dataOf(await lines())).toEqual(dataOf(before))
  })

  test('disabling a staff member ends their sessions immediately; enabling restores access', async () => {
    const carla = await signedInStaff(club, staffPersonas.approver)
    const body = { staff_id: await idOf(staffEmail(staffPersonas.approver)) }
    expect(await isabel.send(disableStaffCall, { body })).toMatchObject({
      data: { member: { state: 'disabled' } },
    })
    expect((await carla.send(staffSessionCall)).status).toBe(401)
    const { approver } = staffPersonas
    const credentials = { email: staffEmail(approver), password: approver.password }
    expect(await club.browser().send(staffSignInCall, { body: credentials })).toMatchObject({
      code: 'staff.wrong-credentials',
    })
    expect(await isabel.send(disableStaffCall, { body })).toMatchObject({ code: 'staff.wrong-state' })
    expect(await isabel.send(renewInvitationCall, { body })).toMatchObject({ code: 'staff.wrong-state' })
    const jorge = await signedInStaff(club, staffPersonas.second_administrator)
    expect(await decide(jorge, await isabel.send(enableStaffCall, { body }))).toMatchObject({
      data: { member: { state: 'active' } },
    })
    expect(await isabel.send(enableStaffCall, { body })).toMatchObject({ code: 'staff.wrong-state' })
    expect(await signedInStaff(club, approver)).toBeDefined()
  })

  test('a staff member cannot change their own account', async () => {
    const body = { staff_id: await idOf(staffEmail(staffPersonas.administrator)) }
    for (const call of [disableStaffCall, resetSecondFactorCall, renewInvitationCall])
      expect(await isabel.send(call, { body })).toMatchObject({ status: 409, code: 'staff.own-account' })
  })

  test('the last active administrator cannot be removed; invited ones do not count', async () => {
    const second = { staff_id: await idOf(staffEmail(staffPersonas.second_administrator)) }
    expect(await isabel.send(disableStaffCall, { body: second })).toMatchObject({ status: 200 })
    await createAdministrator(commandDeps(), { email: 'admin2@exemplo.com.br', name: 'Outra Pessoa' })
    const staff_id = await idOf(staffEmail(staffPersonas.administrator))
    expect(await isabel.send(changeStaffRolesCall, { body: { staff_id, roles: ['auditor'] } })).toMatchObject(
      {
        status: 409,
        code: 'staff.last-administrator',
        message: 'Esta é a última pessoa que administra a equipe. Dê o papel a outra antes.',
      },
    )
  })

  test('changing an unknown staff member is refused with 404', async () => {
    const body = { staff_id: '00000000-0000-7000-8000-000000000000' }
    for (const call of [disableStaffCall, enableStaffCall, resetSecondFactorCall, renewInvitationCall])
      expect(await isabel.send(call, { body })).toMatchObject({ status: 404, code: 'staff.unknown' })
    const malformed = await isabel.send(disableStaffCall, { body: { staff_id: '-'.repeat(36) } })
    expect(malformed).toMatchObject({ status: 422, errors: [{ path: 'staff_id' }] })
  })
})

describe('the audit desk', () => {
  test('the audit desk shows actions, actors and sentences without names, and filters by subject, action and period', async () => {
    const helena = await signedInStaff(club, staffPersonas.auditor)
    const staff_id = await idOf(staffEmail(staffPersonas.approver))
    const response = await helena.send(searchAuditCall, { query: { subject_id: staff_id } })
    if (!response.ok) throw new Error(response.message)
    expect(response.data.map(({ action }) => action)).toEqual([
      'staff.approve-change',
      'staff.enable',
      'staff.propose-change',
      'staff.disable',
    ])
    expect(response.data[3]).toMatchObject({
      actor: { kind: 'staff', name: 'Isabel Teixeira' },
      sentence: 'Desativou o acesso e encerrou as sessões.',
    })
    const byAction = await helena.send(searchAuditCall, { query: { action: 'staff.disable' } })
    expect(byAction.ok && byAction.data).toHaveLength(2)
    const past = await helena.send(searchAuditCall, { query: { to: '2020-01-01' } })
    expect(past).toMatchObject({ data: [], next_cursor: null })
    for (const query of [{ from: '2026-13-45' }, { from: 'ontem' }])
      expect((await helena.send(searchAuditCall, { query })).status).toBe(422)
  })

  test('auditors find a customer by document, and the search is audited with its subject', async () => {
    const helena = await signedInStaff(club, staffPersonas.auditor)
    const [document_id = '', unknown = ''] = freshCpfs(2, 731_000_000)
    await registerCustomer(club.browser(), document_id)
    const search = async (document: string) =>
      dataOf(await helena.send(findAuditSubjectCall, { body: { document_id: document } })).customer_id
    const customer_id = (await search(document_id)) ?? ''
    expect(customer_id).toMatch(/^[0-9a-f-]{36}$/)
    const about = dataOf(await helena.send(searchAuditCall, { query: { subject_id: customer_id } }))
    expect(about).toMatchObject([
      { action: 'audit.find-customer', sentence: 'Procurou na trilha as linhas sobre um cliente.' },
    ])
    expect(await search(unknown)).toBeNull()
    const found = dataOf(await helena.send(searchAuditCall, { query: { action: 'audit.find-customer' } }))
    expect(found[0]).toMatchObject({ subject: null, actor: { name: 'Helena Duarte' } })
  })

  test('auditors download the lines of a period, newest first, and the download is audited', async () => {
    const helena = await signedInStaff(club, staffPersonas.auditor)
    const today = clubDayOf(club.now(), defaultTimeZone)
    const download = async (from: string, to: string) => {
      const response = await fetch(club.url + filePath(auditFile, { from, to }), {
        headers: { cookie: [...helena.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      return { status: response.status, lines: (await response.text()).trimEnd().split('\r\n') }
    }
    const { status, lines } = await download('2026-01-01', today)
    expect(status).toBe(200)
    expect(lines[0]).toContain('Linha;Data;Hora;Quem;Ação;O que aconteceu;Sobre')
    expect(lines[1]).toContain(`;Helena Duarte;Trilha baixada;Baixou a trilha de 01/01/2026 a`)
    // Titles in Portuguese, never codes such as `staff.disable` or `staff 018f…`.
    const rows = lines.slice(1).map((line) => line.split(';'))
    expect(rows.filter((row) => /^[a-z-]+\.[a-z-]+$/.test(row[4] ?? ''))).toEqual([])
    expect(new Set(rows.map((row) => row[6]?.split(' ')[0]))).toEqual(new Set(['', 'Equipe', 'Cliente']))
    const positions = lines.slice(1).map((line) => Number(line.split(';')[0]))
    expect(positions).toEqual(positions.toSorted((one, other) => other - one))
    const all = await club.database.db
      .selectFrom('audit_line')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(positions).toHaveLength(Number(all.count))
    expect((await download('2020-01-01', '2020-01-02')).lines).toHaveLength(1)
    expect((await download('ontem', today)).status).toBe(404)
  })

  test('the audit desk lists pages of 50 lines, and each requested verification is audited', async () => {
    const helena = await signedInStaff(club, staffPersonas.auditor)
    for (let verification = 0; verification < 52; verification += 1)
      await helena.send(verifyAuditCall, { body: {} })
    const first = await helena.send(searchAuditCall, { query: { action: 'audit.verify' } })
    expect(first.ok && first.data).toHaveLength(50)
    const cursor = (first.ok && first.next_cursor) || ''
    const second = await helena.send(searchAuditCall, { query: { action: 'audit.verify', cursor } })
    expect(second).toMatchObject({ next_cursor: null })
    expect(second.ok && second.data).toHaveLength(2)
  })
})

describe('staff commands', () => {
  test('the command “staff create” invites an administrator, and prints a new link while the first is unused', async () => {
    const person = { email: 'Primeira@Exemplo.com.br', name: 'Primeira Pessoa' }
    const first = await createAdministrator(commandDeps(), person)
    expect(first.link).toMatch(/^https:\/\/clube\.exemplo\.com\.br\/equipe\/convite#[\w-]{43}$/)
    const second = await createAdministrator(commandDeps(), person)
    expect((await accept(first.link.split('#')[1] ?? '')).status).toBe(404)
    expect(await accept(second.link.split('#')[1] ?? '')).toMatchObject({ data: { next: 'enrollment' } })
    await expect(createAdministrator(commandDeps(), person)).rejects.toThrow(
      'primeira@exemplo.com.br já faz parte da equipe.',
    )
  })

  test.each([
    [{ email: 'sem-arroba', name: 'Boa Pessoa' }, '"sem-arroba": Email inválido'],
    [{ email: 'boa@exemplo.com.br', name: 'Boa' }, '"Boa": Nome deve conter pelo menos 2 palavras'],
  ])('the command “staff create” rejects %j', async (person, sentence) => {
    const refused = createAdministrator(commandDeps(), person)
    await expect(refused).rejects.toThrow(StaffCommandError)
    await expect(refused).rejects.toThrow(sentence)
  })

  test('the command “staff grant” grants a role, unless it conflicts with another one', async () => {
    const email = staffEmail(staffPersonas.gate_steward)
    expect(await grantRole(commandDeps(), { email, role: 'validator' })).toEqual({
      roles: 'Validador, Portaria',
    })
    await expect(grantRole(commandDeps(), { email, role: 'administrator' })).rejects.toThrow(
      'Quem administra a equipe não confere notas.',
    )
    await expect(grantRole(commandDeps(), { email, role: 'king' })).rejects.toThrow('os papéis são attendant')
    await expect(
      grantRole(commandDeps(), { email: 'ninguem@exemplo.com.br', role: 'auditor' }),
    ).rejects.toThrow('ninguem@exemplo.com.br não faz parte da equipe.')
  })

  test('the command “staff restore” enables a disabled member, who sets a new password and must enroll an app again', async () => {
    const { second_administrator } = staffPersonas
    const email = staffEmail(second_administrator)
    expect(await isabel.send(listStaffCall)).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ email, state: 'disabled' })]),
    })
    const { link } = await restoreAccess(commandDeps(), { email })
    expect(await accept(link.split('#')[1] ?? '')).toMatchObject({ data: { next: 'enrollment' } })
    const changes = await isabel.send(listStaffChangesCall)
    expect(changes.ok && changes.data.recent[0]).toMatchObject({
      by: null,
      name: second_administrator.name,
      sentence:
        'Devolveu o acesso pela linha de comando: apagou o segundo fator e gerou um convite que troca a senha.',
    })
  })
})
