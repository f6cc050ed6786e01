import type { Role } from '@clube/contract/kernel/permissions.ts'
import * as calls from '@clube/contract/staff/sign-in-calls.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { setStaffSession } from '../../staff/parts/staff-session.ts'
import { respond, refusal, unreachable } from '../../testing/fake-server.ts'
import { sampleNow, samples } from '../../testing/samples.ts'
import { deskResponses, identity } from '../../testing/staff-samples.ts'
import { press, type } from './simulated-user.ts'
import { screensOf, type ScreenRow, type ScreenState } from './screen-state.ts'

/** Starts with a signed-in staff member. */
export const signedInAs =
  (...roles: Role[]) =>
  (): void =>
    setStaffSession({ kind: 'signedIn', identity: { ...identity, roles } })

/** The states of a desk for a role; the path is below `/equipe`. */
export const deskScreens = (
  desk: string,
  role: Role,
  { path, responses = [], ...base }: { path: string; slug: string } & Partial<ScreenRow>,
  rows: Readonly<Record<string, ScreenRow>>,
): ScreenState[] =>
  screensOf(
    {
      group: `Mesa ${desk}`,
      app: 'staff',
      arrange: signedInAs(role),
      path: `/equipe${path}`,
      responses: [deskResponses, responses].flat(),
      ...base,
    },
    rows,
  )

const moment = (afterMs: number): string => new Date(Date.parse(sampleNow) + afterMs).toISOString()
/** The given number of minutes before the samples' time, in the server's format. */
export const ago = (minutes: number): string => moment(-minutes * 60_000)
/** The given number of hours after the samples' time, in the server's format. */
export const later = (hours: number): string => moment(hours * 3_600_000)

/** Searches for a person by document. */
export const findPerson = [type('CPF ou CNPJ', samples.profile.document_id), press('Procurar')]
/** Searches for a person at the service desk. */
export const searchPerson = (text: string = samples.profile.document_id) => [
  type('Pessoa', text),
  press('Procurar'),
]

const signedOut = (): void => setStaffSession({ kind: 'signedOut', ended: false })
const recovery_codes = Array.from({ length: 10 }, (_, index) => `K7MQ-${2345 + index * 111}-XW9P-H8RT`)
const qr_svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><rect width="21" height="21" fill="#fff"/>' +
  '<path d="M1 1h7v7H1zM13 1h7v7h-7zM1 13h7v7H1zM10 3h1v3h-1zM10 10h4v1h-4zM16 12h3v4h-3z"/></svg>'

const enterPassword = [type('E-mail', identity.email), type('Senha', 'Chave-da-Casa-99'), press('Continuar')]
const enterCode = [...enterPassword, type('Código do aplicativo', '123456')]
const choosePassword = (password: string, confirmation: string) => [
  type('Senha', password),
  type('Confirme a senha', confirmation),
  press('Continuar'),
]
const next = (step: 'code' | 'enrollment') => respond(calls.staffSignInCall, { next: step })
const enrollment = [
  next('enrollment'),
  respond(calls.staffEnrollmentCall, {
    email: identity.email,
    secret: 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
    otpauth_uri: 'otpauth://totp/Clube',
    qr_svg,
  }),
]

/** Staff sign-in: password, code, enrollment, invitation. */
export const staffSignInScreens: readonly ScreenState[] = [
  ...screensOf(
    { group: 'Entrada da equipe', app: 'staff', path: '/equipe', slug: 'equipe', arrange: signedOut },
    {
      entrada: { title: 'Entrada da equipe', shows: 'Continuar' },
      'sem-conexao': {
        title: 'Sem conexão',
        arrange: () => setStaffSession({ kind: 'unknown' }),
        responses: respond(calls.staffSessionCall, unreachable),
        act: press('Tentar novamente'),
        shows: 'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!',
      },
      vazia: {
        title: 'Entrada da equipe, vazia',
        act: press('Continuar'),
        shows: 'Este campo não pode estar vazio',
      },
      errada: {
        title: 'E-mail ou senha errados',
        responses: respond(calls.staffSignInCall, refusal('staff.wrong-credentials')),
        act: enterPassword,
        shows: 'E-mail ou senha incorretos.',
      },
      'sessao-terminada': {
        title: 'A sessão terminou',
        arrange: () => setStaffSession({ kind: 'signedOut', ended: true }),
        shows: 'Sua sessão terminou. Entre novamente para continuar.',
      },
      codigo: {
        title: 'Código do aplicativo',
        responses: next('code'),
        act: enterPassword,
        shows: 'Estou sem o celular',
      },
      'codigo-errado': {
        title: 'Código errado',
        responses: [next('code'), respond(calls.staffConfirmCodeCall, refusal('staff.wrong-code'))],
        act: enterCode,
        shows: 'Código incorreto ou já usado.',
      },
      'codigo-de-recuperacao': {
        title: 'Código de recuperação errado',
        responses: [
          next('code'),
          respond(calls.staffUseRecoveryCodeCall, refusal('staff.wrong-recovery-code')),
        ],
        act: [
          ...enterPassword,
          press('Estou sem o celular'),
          type('Código de recuperação', 'K7MQ-2345-XW9P-H8RT'),
          press('Entrar'),
        ],
        shows: calls.staffUseRecoveryCodeCall.refusals['staff.wrong-recovery-code'].message,
      },
      'nao-existe': {
        title: 'Página que não existe',
        path: '/equipe/nada',
        arrange: signedInAs('auditor'),
        responses: respond(waitingCountsCall, []),
        shows: 'Não há nada neste endereço.',
      },
      aplicativo: {
        title: 'Proteja a sua conta',
        responses: enrollment,
        act: enterPassword,
        shows: 'JBSW Y3DP',
      },
      codigos: {
        title: 'Guarde os seus códigos',
        responses: [...enrollment, respond(calls.staffConfirmEnrollmentCall, { identity, recovery_codes })],
        act: enterCode,
        shows: 'Guarde os seus códigos',
      },
    },
  ),
  ...screensOf(
    {
      group: 'Entrada da equipe',
      app: 'staff',
      path: '/equipe/convite#um-token',
      slug: 'convite',
      arrange: signedOut,
      responses: respond(calls.readInvitationCall, { name: 'Nova Pessoa', email: 'nova@exemplo.com.br' }),
    },
    {
      aceitar: { title: 'Boas-vindas à equipe', shows: 'nova@exemplo.com.br' },
      'senha-curta': {
        title: 'Convite, senha curta',
        act: choosePassword('curta', 'outra'),
        shows: 'A senha da equipe deve ter no mínimo 12 caracteres',
      },
      'senha-fraca': {
        title: 'Convite, senha fácil',
        responses: respond(calls.acceptInvitationCall, refusal('staff.weak-password')),
        act: choosePassword('nova@exemplo.com.br', 'nova@exemplo.com.br'),
        shows: calls.acceptInvitationCall.refusals['staff.weak-password'].message,
      },
      'sem-conexao': {
        title: 'Convite, sem conexão',
        responses: respond(calls.readInvitationCall, unreachable),
        shows: 'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!',
      },
      vencido: {
        title: 'Convite que não vale mais',
        responses: respond(calls.readInvitationCall, refusal('staff.invitation-invalid')),
        shows:
          'Este convite não vale mais. Se você já criou a senha, entre com ela. Se não, peça um novo a quem administra a equipe.',
      },
    },
  ),
]
