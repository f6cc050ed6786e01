import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import {
  checkPasswordCall,
  customerLookupCall,
  registerCall,
  updateAddressCall,
  updateEmailMarketingCall,
  updatePasswordCall,
  updateProfileCall,
} from '@clube/contract/identity/account-calls.ts'
import {
  confirmContactCall,
  contactCodeDeliveryCall,
  sendContactCodeCall,
} from '@clube/contract/identity/contact-calls.ts'
import {
  chooseExpiringPointsEmailCall,
  choosePurchaseRatingsEmailCall,
  chooseSmsNoticeCall,
} from '@clube/contract/identity/notice-calls.ts'
import { sessionEndCall, sessionInfoCall, signOutCall } from '@clube/contract/identity/session-calls.ts'
import {
  checkAccountCall,
  confirmPasswordCall,
  signInPasswordlessCall,
  signInWithPasswordCall,
  verifyIdentityCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import { passwordConfirmationError } from '@clube/contract/brazil/password.ts'
import { deletionCancelledMessage } from '@clube/contract/privacy/deletion.ts'
import { bindCall, type Binder, type CallContext } from '../../http/bind.ts'
import type { Cookies } from '../../http/context.ts'
import { InvalidInput, refuseRequest } from '../../kernel/refusal.ts'
import {
  closeSession,
  findSessionEnd,
  parseDeviceCredential,
  revokeDeviceCredential,
} from '../sessions/index.ts'
import { createSecret } from '../vault/index.ts'
import { checkAccount } from './check-account.ts'
import { chooseEmail, chooseSmsNotice } from './choose-notices.ts'
import { confirmContact, readCodeDelivery, sendContactCode } from './confirm-contact.ts'
import { greetingName } from './customer.ts'
import type { IdentityDeps } from './deps.ts'
import { readDocument, readPerson } from './form.ts'
import type { Visitor } from './identity-limits.ts'
import { lookUpCustomer } from './look-up-customer.ts'
import { readProfile } from './profile.ts'
import { refuseWeakPassword, register } from './register.ts'
import { signInPasswordless } from './sign-in-passwordless.ts'
import { signInSilently } from './sign-in-silently.ts'
import {
  elevateSession,
  signInWithPassword,
  type SignInOrigin,
  type SignInResult,
} from './sign-in-with-password.ts'
import { updateAddress, updateEmailMarketing, updateProfile } from './update-profile.ts'
import { updatePassword } from './update-password.ts'
import { verifyIdentity } from './verify-identity.ts'

/** Binds the calls of identity (spec §7). */
export const bindIdentity = (binder: Binder, deps: IdentityDeps): void => {
  bindSignIn(binder, deps)
  bindSession(binder, deps)
  bindAccount(binder, deps)
}

type RequestSource = Pick<CallContext<typeof signOutCall>, 'cookies' | 'metadata'>

const visitorOf = ({ cookies, metadata }: RequestSource): Visitor => ({
  ip: metadata.ip,
  flow_id: flowIdOf(cookies),
  device_id: cookies.deviceId,
})

const originOf = ({ cookies, metadata }: RequestSource): SignInOrigin => ({
  ip: metadata.ip,
  device_id: cookies.deviceId,
  session_token: cookies.sessionToken,
})

/** Every call of the flow has a proof, and every proof is bound to a flow. */
const flowIdOf = (cookies: Cookies): string => {
  if (!cookies.flowId) throw refuseRequest('flow.wrong-step')
  return cookies.flowId
}

/** Sets the cookies of a new session. */
const signedInResponse = (
  cookies: Cookies,
  result: SignInResult,
  device_id?: string,
): { data: SignInResult['signed_in']; message?: string } => {
  cookies.openSession(result.session.token, result.session.maxAgeSeconds)
  if (device_id && !cookies.deviceId) cookies.rememberDevice(device_id)
  return {
    data: result.signed_in,
    ...(result.deletion_cancelled ? { message: deletionCancelledMessage } : {}),
  }
}

const bindSignIn = (binder: Binder, deps: IdentityDeps): void => {
  bindCall(binder, checkAccountCall, async (context) => {
    const document = readDocument(deps.rules, context.body)
    return { data: await checkAccount(deps, { visitor: visitorOf(context), document }) }
  })

  bindCall(binder, signInWithPasswordCall, async (context) => {
    const { body, cookies } = context
    const document = readDocument(deps.rules, body)
    const origin = originOf(context)
    if (parseDeviceCredential(body.password))
      return signedInResponse(
        cookies,
        await signInSilently(deps, { document, device_credential: body.password, origin }),
      )
    const new_device_id = createSecret()
    const { password } = body
    const remember = body.remember_me === 'yes'
    const flow_id = flowIdOf(cookies)
    const input = { flow_id, document, password, remember, new_device_id, origin }
    return signedInResponse(cookies, await signInWithPassword(deps, input), new_device_id)
  })

  bindCall(binder, confirmPasswordCall, async (context) => {
    const { body, cookies, session } = context
    const new_device_id = createSecret()
    const input = {
      customer_id: session.customer_id,
      session_id: session.session_id,
      password: body.password,
      new_device_id,
      origin: originOf(context),
    }
    return signedInResponse(cookies, await elevateSession(deps, input), new_device_id)
  })

  bindCall(binder, signInPasswordlessCall, async (context) => {
    const { body, cookies } = context
    const document = readDocument(deps.rules, body)
    const input = { flow_id: flowIdOf(cookies), document, access_key: body.access_key }
    return signedInResponse(cookies, await signInPasswordless(deps, { ...input, origin: originOf(context) }))
  })

  bindCall(binder, verifyIdentityCall, async (context) => {
    const document = readDocument(deps.rules, context.body)
    const { birth_date, cellphone, email } = context.body
    const answers = { birth_date, cellphone, email }
    return { data: await verifyIdentity(deps, { visitor: visitorOf(context), document, answers }) }
  })

  bindCall(binder, checkPasswordCall, ({ body: { document_id, birth_date = null, cellphone, password } }) => {
    refuseWeakPassword(deps, { document_id, birth_date, cellphone, password })
    return Promise.resolve({ data: {} })
  })

  bindCall(binder, registerCall, async (context) => {
    const { body, cookies } = context
    const document = readDocument(deps.rules, body)
    requireConfirmation(body)
    const new_device_id = createSecret()
    const result = await register(deps, {
      flow_id: flowIdOf(cookies),
      document,
      person: {
        ...readPerson(deps.rules, { ...body, document_type: document.document_type, now: deps.clock() }),
        email_marketing_subscription: body.email_marketing_subscription,
      },
      address: addressOf(body),
      password: body.password,
      accepted_documents: body.accepted_documents,
      verification_code: body.verification_code ?? null,
      service_channel: body.service_channel ?? 'site',
      new_device_id,
      origin: originOf(context),
    })
    return signedInResponse(cookies, result, new_device_id)
  })
}

const bindSession = (binder: Binder, deps: IdentityDeps): void => {
  bindCall(binder, sessionInfoCall, async ({ session }) => {
    const { level, customer_id } = session
    return {
      data:
        level === 'customer'
          ? { level, customer_name: greetingName(session), account_id: customer_id }
          : { level, customer_name: null },
    }
  })

  bindCall(binder, sessionEndCall, async ({ cookies: { sessionToken } }) => ({
    data: { reason: sessionToken ? await findSessionEnd(deps.db, sessionToken, deps.clock()) : null },
  }))

  bindCall(binder, signOutCall, async ({ body, cookies, reply }) => {
    if (cookies.sessionToken) await closeSession(deps.db, cookies.sessionToken)
    if (body.device_credential) await revokeDeviceCredential(deps.db, body.device_credential)
    cookies.closeSession()
    void reply.header('clear-site-data', '"cache"')
    return { data: {} }
  })
}

const bindAccount = (binder: Binder, deps: IdentityDeps): void => {
  bindCall(binder, customerLookupCall, async ({ query, session }) => ({
    data: await lookUpCustomer(deps, {
      verification_code: query.verification_code ?? null,
      document_id: query.document_id ?? null,
      customer_id: session?.level === 'customer' ? session.customer_id : null,
    }),
  }))

  bindCall(binder, readProfileCall, async ({ session }) => ({
    data: await readProfile(deps, session.customer_id),
  }))

  bindCall(binder, updateProfileCall, async ({ body, session, ...request }) => {
    const { current_password, ...person } = body
    const { customer_id } = session
    return {
      data: await updateProfile(deps, { customer_id, person, current_password, visitor: originOf(request) }),
      message: 'Dados atualizados.',
    }
  })

  bindCall(binder, updateAddressCall, async ({ body, session }) => ({
    data: await updateAddress(deps, { customer_id: session.customer_id, address: addressOf(body) }),
    message: 'Endereço atualizado.',
  }))

  bindCall(binder, updateEmailMarketingCall, async ({ body, session }) => {
    await updateEmailMarketing(deps, { customer_id: session.customer_id, ...body })
    return { data: body }
  })

  bindCall(binder, chooseSmsNoticeCall, async ({ body: { topic, is_wanted }, session: { customer_id } }) => ({
    data: await chooseSmsNotice(deps, { customer_id, topic, is_wanted: is_wanted === 'yes' }),
  }))

  bindCall(binder, chooseExpiringPointsEmailCall, async ({ body, session: { customer_id } }) => ({
    data: await chooseEmail(deps, {
      customer_id,
      topic: 'expiring_points',
      is_wanted: body.is_wanted === 'yes',
    }),
  }))
  bindCall(binder, choosePurchaseRatingsEmailCall, async ({ body, session: { customer_id } }) => ({
    data: await chooseEmail(deps, {
      customer_id,
      topic: 'purchase_ratings',
      is_wanted: body.is_wanted === 'yes',
    }),
  }))

  bindCall(binder, sendContactCodeCall, async ({ body, session, metadata }) => {
    const { customer_id } = session
    const { expires_at, message_id } = await sendContactCode(deps, {
      customer_id,
      ...body,
      ip: metadata.ip,
    })
    return { data: { expires_at: expires_at.toISOString(), message_id } }
  })

  bindCall(binder, contactCodeDeliveryCall, async ({ query: { message_id }, session: { customer_id } }) => ({
    data: { delivery: await readCodeDelivery(deps, { customer_id, message_id }) },
  }))

  bindCall(binder, confirmContactCall, async ({ body, session }) => {
    const { channel, verification_code: code } = body
    const { customer_id } = session
    return {
      data: await confirmContact(deps, { customer_id, channel, code }),
      message: 'Contato confirmado.',
    }
  })

  bindCall(binder, updatePasswordCall, async ({ body, session, ...request }) => {
    requireConfirmation(body)
    const data = await updatePassword(deps, { ...session, ...body, visitor: originOf(request) })
    return { data, message: 'Senha alterada. As outras sessões foram encerradas.' }
  })
}

const requireConfirmation = (fields: { password: string; password_confirmation: string }): void => {
  const message = passwordConfirmationError({ ...fields, required: true })
  if (message !== undefined) throw new InvalidInput([{ path: 'password_confirmation', message }])
}

type AddressBody = CallContext<typeof updateAddressCall>['body']

const addressOf = (body: AddressBody) => ({
  cep: body.cep,
  state_id: body.state_id,
  city_id: body.city_id,
  district_id: body.district_id ?? null,
  neighborhood: body.neighborhood,
  street_type: body.street_type,
  street_name: body.street_name,
  street_number: body.street_number,
  complement: body.complement ?? '',
})
