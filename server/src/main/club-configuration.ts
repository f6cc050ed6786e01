import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { clubSchema } from '@clube/contract/club/club.ts'
import { themeErrors } from '@clube/contract/club/theme.ts'
import { recoveryOptions } from '@clube/contract/recovery/code-calls.ts'
import * as z from 'zod/mini'
import { limitTable, type LimitName } from '../modules/limits/index.ts'

const url = z.string().check(z.regex(/^https?:\/\/[^\s]+$/, 'must be an http(s) URL'))

/** A URL that is safe in a content security policy directive. */
const cspSource = z.string().check(z.regex(/^https?:\/\/[^\s;,'"]+$/, 'must be an http(s) URL'))

/** Base URL of a service that gets credentials of the club: https, except on this machine. */
const outsideUrl = z
  .string()
  .check(
    z.regex(
      /^(https:\/\/[^\s/?#@]+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?)(\/[^\s?#]*)?(?<!\/)$/,
      'must be an https URL without credentials, query and trailing slash',
    ),
  )

/** Identifies a partner in paths and settings. */
const partnerSlug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(40))

const confirmationText = 'Senha alterada com sucesso! Você já está na sua conta.'
const answerHours = 48

const amount = z.int().check(z.nonnegative())
const count = z.int().check(z.positive())

/** Receipt rules and earnings. Beyond the limits of automatic approval, staff review a receipt. */
const receiptRulesSchema = z.object({
  /** State of the mall; receipts of other states are rejected. */
  uf: z._default(z.string().check(z.regex(/^[A-Z]{2}$/)), 'SP'),
  accepted_days: z._default(count, 30),
  daily_limit: z._default(count, 10),
  shop_daily_limit: z._default(count, 3),
  auto_approve_max_cents: z._default(amount, 300_00),
  /**
   * Maximum approved automatically per person within 30 days; a limit per calendar month would allow twice as much
   * around the end of a month.
   */
  auto_approve_month_cents: z._default(amount, 1_500_00),
  auto_approve_month_count: z._default(count, 15),
  /** Maximum receipts of one shop per person within 30 days. */
  shop_recent_limit: z._default(count, 6),
  /** Maximum other customers of a device within 30 days. */
  device_customers: z._default(count, 4),
  /** Days after a reversal in which the person's receipts are reviewed. */
  reversal_review_days: z._default(count, 90),
  /** Maximum receipts that one till issues in a day. */
  numbers_per_day: z._default(count, 2_000),
  /** Hour (0 to 23) at which the mall's first shop opens; null when one never closes. */
  opens_at_hour: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(23))), null),
  /** Staff at the service desk approve up to this amount. */
  desk_approve_max_cents: z._default(amount, 2_000_00),
  /** Hours until the points of an automatically approved receipt can be spent. */
  points_delay_hours: z._default(z.int().check(z.nonnegative(), z.maximum(720)), 24),
  /** Former location of the setting: rejected, because ignoring it would silently apply the default. */
  cents_per_point: z.optional(z.never('was moved to club.points.cents_per_point')),
})

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 10:00'))
const openingHours = z
  .nullable(z.object({ opens: clockTime, closes: clockTime }))
  .check(z.refine((hours) => hours === null || hours.opens < hours.closes, 'must close after it opens'))
const weekdayHours = { opens: '10:00', closes: '22:00' }
const sundayHours = { opens: '14:00', closes: '20:00' }

/** When customer service answers: its targets count these hours. Null for a closed day. */
const customerServiceSchema = z
  .object({
    hours: z._default(
      z
        .object({
          monday: z._default(openingHours, weekdayHours),
          tuesday: z._default(openingHours, weekdayHours),
          wednesday: z._default(openingHours, weekdayHours),
          thursday: z._default(openingHours, weekdayHours),
          friday: z._default(openingHours, weekdayHours),
          saturday: z._default(openingHours, weekdayHours),
          sunday: z._default(openingHours, sundayHours),
        })
        .check(
          z.refine(
            (days) => Object.values(days).some((day) => day !== null),
            'must be open on a day of the week',
          ),
        ),
      {
        monday: weekdayHours,
        tuesday: weekdayHours,
        wednesday: weekdayHours,
        thursday: weekdayHours,
        friday: weekdayHours,
        saturday: weekdayHours,
        sunday: sundayHours,
      },
    ),
    /** Days without service, yyyy-MM-dd. */
    holidays: z._default(z.array(z.iso.date()), []),
    /** The virus scanner (clamd) that checks attachments and files of projects; none by default. */
    clamd: z._default(
      z.nullable(
        z.object({
          host: z.string().check(z.minLength(1)),
          port: z.int().check(z.minimum(1), z.maximum(65_535)),
        }),
      ),
      null,
    ),
  })
  .check(
    z.refine(
      ({ hours }) => Object.values(hours).some((each) => each !== null),
      'needs at least one day with hours',
    ),
  )

/** A club's whole configuration, public and private. */
const clubConfigurationSchema = z.object({
  club: clubSchema,
  /** Whether anonymous visitors can learn the state of a document's account (docs/security.md). */
  enumeration: z._default(z.enum(['spec', 'strict']), 'spec'),
  /** Changes to the table of limits (docs/security.md). */
  limits: z._default(
    z.object({
      /** The club's own networks: visitors share their IPs, so the limits are higher. */
      own_networks: z._default(z.array(z.union([z.cidrv4(), z.cidrv6()])), []),
      /** Limits that differ from the table's. */
      overrides: z._default(
        z.partialRecord(z.enum(Object.keys(limitTable) as LimitName[]), z.int().check(z.positive())),
        {},
      ),
    }),
    { own_networks: [], overrides: {} },
  ),
  captcha: z._default(
    z.object({
      maxnumber: z._default(z.int().check(z.minimum(1000), z.maximum(1_000_000)), 1_000_000),
      /** The server side of the enterprise captcha; null when only proof of work is used. */
      enterprise: z._default(
        z.nullable(
          z.object({
            project: z.string().check(z.minLength(1)),
            endpoint: z._default(url, 'https://recaptchaenterprise.googleapis.com'),
            minimum_score: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0.5),
            /** Additional origins of the provider's scripts and frames, for the pages' policy. */
            page_sources: z._default(z.array(cspSource), [
              'https://www.gstatic.com/recaptcha/',
              'https://recaptcha.google.com/recaptcha/',
            ]),
            /** Trusted Types policies created by the provider's script. */
            trusted_types: z._default(z.array(z.string().check(z.regex(/^[\w\-#=/@.%]+$/))), [
              'recaptcha',
              'goog#html',
            ]),
          }),
        ),
        null,
      ),
    }),
    { maxnumber: 1_000_000, enterprise: null },
  ),
  /** Postal directories for codes missing from our table; none by default. */
  postal: z._default(
    z.object({
      viacep_url: z._default(z.nullable(url), null),
      brasilapi_url: z._default(z.nullable(url), null),
    }),
    { viacep_url: null, brasilapi_url: null },
  ),
  /** Gateways for e-mails and text messages; by default the installation's outbox. */
  messaging: z._default(
    z.object({
      mail: z._default(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('outbox') }),
          z.object({
            kind: z.literal('smtp'),
            /** The password comes from SMTP_PASSWORD. */
            url: z
              .string()
              .check(
                z.regex(
                  /^smtps?:\/\/[^\s:]+$|^smtps?:\/\/[^\s]+:\d+$/,
                  'must look like smtps://user@host:465',
                ),
              ),
            from: z
              .string()
              .check(z.regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, 'must contain an e-mail address')),
          }),
        ]),
        { kind: 'outbox' },
      ),
      sms: z._default(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('outbox') }),
          /** The token comes from ZENVIA_TOKEN. */
          z.object({ kind: z.literal('zenvia'), from: z.string(), url: z._default(z.nullable(url), null) }),
          /** The token comes from TWILIO_AUTH_TOKEN. */
          z.object({
            kind: z.literal('twilio'),
            account_sid: z.string(),
            from: z.string(),
            url: z._default(z.nullable(url), null),
          }),
        ]),
        { kind: 'outbox' },
      ),
      /** Maximum text messages per hour for the whole club (docs/security.md). */
      sms_per_hour: z._default(z.int().check(z.positive()), 300),
    }),
    { mail: { kind: 'outbox' }, sms: { kind: 'outbox' }, sms_per_hour: 300 },
  ),
  /** Receipt rules and earnings. */
  receipts: z._default(receiptRulesSchema, z.parse(receiptRulesSchema, {})),
  /** Contracted provider of tax authority queries (its token comes from FISCAL_TOKEN); none by default. */
  fiscal_queries: z._default(
    z.nullable(
      z.object({
        url,
        /** How long a customer waits for the provider; afterwards the receipt waits for staff. */
        timeout_ms: z._default(z.int().check(z.minimum(100), z.maximum(10_000)), 3_000),
      }),
    ),
    null,
  ),
  /** Partner programmes whose points are exchanged for points of the club, by slug. */
  partners: z._default(
    z.record(
      partnerSlug,
      z.object({
        title: z.string().check(z.minLength(1), z.maxLength(60)),
        connection: z.discriminatedUnion('kind', [
          /** The partner of the repository, only next to demonstration data. */
          z.object({ kind: z.literal('local') }),
          /** The secrets come from PARTNER_SECRETS. */
          z.object({
            kind: z.literal('http'),
            base_url: outsideUrl,
            client_id: z.string().check(z.minLength(1), z.maxLength(200)),
          }),
        ]),
      }),
    ),
    {},
  ),
  customer_service: z._default(customerServiceSchema, z.parse(customerServiceSchema, {})),
  /** Operator of the mall's car park; none by default. */
  car_park: z._default(
    z.nullable(
      z.discriminatedUnion('kind', [
        /** The car park of the repository, only next to demonstration data. */
        z.object({ kind: z.literal('local') }),
        /** The key comes from CAR_PARK_API_KEY. */
        z.object({
          kind: z.literal('http'),
          base_url: outsideUrl,
          api_key_id: z.string().check(z.minLength(1), z.maxLength(200)),
        }),
      ]),
    ),
    null,
  ),
  /** Recovery of the password (spec §3 "Recovery configuration"). */
  recovery: z._default(
    z.object({
      available_options: z._default(z.array(z.enum(recoveryOptions)), [...recoveryOptions]),
      /** For the final screen. */
      confirmation_text: z._default(z.string().check(z.minLength(1)), confirmationText),
      /** Hours within which staff respond to a remote-support request. */
      answer_hours: z._default(z.int().check(z.positive()), answerHours),
    }),
    {
      available_options: [...recoveryOptions],
      confirmation_text: confirmationText,
      answer_hours: answerHours,
    },
  ),
  /** Storage of sealed photos: a folder next to the data, or a bucket shared by several machines. */
  photos: z._default(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('folder') }),
      z.object({
        kind: z.literal('s3'),
        /** Scheme and host, without the bucket. */
        endpoint: url,
        bucket: z
          .string()
          .check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
        region: z.string().check(z.minLength(1)),
      }),
    ]),
    { kind: 'folder' },
  ),
})
export type ClubConfiguration = z.infer<typeof clubConfigurationSchema>
/** The `configuration` export of a configuration file; everything but the club has a default. */
export type ClubConfigurationFile = z.input<typeof clubConfigurationSchema>

/** A missing or invalid configuration value; the message explains it. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

/**
 * Reads and checks the club's configuration file: `.ts`/`.js` exporting `configuration`, or `.json`. @throws
 * {ConfigurationError} listing each invalid value, or colors without sufficient contrast
 */
export const readClubConfiguration = async (file: string): Promise<ClubConfiguration> =>
  checkClubConfiguration(file, await load(resolve(file)))

/**
 * Validates a configuration read from `file`.
 * @throws {ConfigurationError}
 */
export const checkClubConfiguration = (file: string, value: unknown): ClubConfiguration => {
  const read = z.safeParse(clubConfigurationSchema, value)
  if (!read.success) {
    const errors = read.error.issues.map((issue) => `  ${issue.path.join('.') || 'file'}: ${issue.message}`)
    throw new ConfigurationError(`The club's configuration ${file} is invalid:\n${errors.join('\n')}`)
  }
  rejectInconsistencies(file, read.data)
  return read.data
}

const load = async (file: string): Promise<unknown> => {
  try {
    if (extname(file) === '.json') return JSON.parse(await readFile(file, 'utf8'))
    const module = (await import(pathToFileURL(file).href)) as { configuration?: unknown }
    return module.configuration
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`The club's configuration ${file} cannot be read: ${reason}`)
  }
}

const rejectInconsistencies = (file: string, { club, captcha, enumeration }: ClubConfiguration): void => {
  const contrastErrors = themeErrors(club.accent)
  if (contrastErrors.length > 0)
    throw new ConfigurationError(
      `The color ${club.accent} in ${file} cannot be made readable (WCAG AA): ${contrastErrors.join('; ')}`,
    )
  if (club.passwordless === 'yes' && club.access_key === null)
    throw new ConfigurationError(`${file}: passwordless sign-in requires club.access_key`)
  if (club.passwordless === 'yes' && enumeration === 'strict')
    throw new ConfigurationError(
      `${file}: passwordless sign-in reveals which documents have an account, so enumeration cannot be "strict"`,
    )
  if ((club.captcha.enterprise_site_key === null) !== (captcha.enterprise === null))
    throw new ConfigurationError(
      `${file}: the enterprise captcha requires both club.captcha.enterprise_site_key and captcha.enterprise`,
    )
}
