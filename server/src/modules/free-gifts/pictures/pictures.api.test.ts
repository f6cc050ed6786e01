import { randomBytes, randomUUID } from 'node:crypto'
import {
  createCampaignCall,
  submitCampaignCall,
  staffListCampaignsCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { saveDraftCall } from '@clube/contract/campaigns/draft-calls.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { giftPicturePath, uploadGiftPictureCall } from '@clube/contract/free-gifts/picture-calls.ts'
import { fileMaxBytes } from '@clube/contract/kernel/file.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { giftSettings } from '../../../../seeds/demonstration/free-gifts.ts'
import type { ApiResponse, TestBrowser } from '../../../testing/browser.ts'
import { useClub } from '../../../testing/club.ts'
import { jpeg } from '../../../testing/jpeg.ts'
import { signedInStaff, staffPersonas } from '../../../testing/staff.ts'

const club = useClub()
const day = 24 * 3600

let marketing: TestBrowser
beforeAll(async () => {
  marketing = await signedInStaff(club, staffPersonas.marketing)
})

const upload = (
  bytes: Uint8Array,
  { type = 'image/jpeg', browser = marketing }: { type?: string; browser?: TestBrowser } = {},
): Promise<ApiResponse<DataOf<typeof uploadGiftPictureCall>>> => {
  const form = new FormData()
  form.append('picture', new Blob([new Uint8Array(bytes)], { type }), 'brinde.jpg')
  return browser.raw('POST', uploadGiftPictureCall.path, form)
}
const uploaded = async (): Promise<string> => {
  const response = await upload(await jpeg())
  if (!response.ok) throw new Error(response.message)
  return response.data.picture_id
}
const statusOf = async (picture_id: string): Promise<number> =>
  (await fetch(club.url + giftPicturePath(picture_id))).status

describe('uploading a picture', () => {
  test('an uploaded picture is public, cached forever, at most 1200 px, and without location data', async () => {
    const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#a52' } })
      .withExif({
        IFD0: { Artist: 'Ana Souza' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '22/1 54/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const response = await upload(photo)
    expect(response).toMatchObject({ status: 200, data: { picture_id: expect.any(String) as string } })
    const { url } = response.ok ? response.data : { url: '' }
    const served = await fetch(club.url + url)
    expect(served.status).toBe(200)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    const bytes = Buffer.from(await served.arrayBuffer())
    const { format, width, height, exif } = await sharp(bytes).metadata()
    expect({ format, width, height, exif }).toEqual({
      format: 'jpeg',
      width: 1200,
      height: 800,
      exif: undefined,
    })
    expect(bytes.includes('Ana Souza')).toBe(false)
  })

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['an empty file', () => Buffer.alloc(0), /não pode estar vazio/],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /formato JPEG/],
    ['a PNG that is sent as a JPEG', () => sharp(Buffer.from(png)).png().toBuffer(), /formato JPEG/],
    ['random bytes', () => Buffer.concat([Buffer.of(1), randomBytes(5000)]), /formato JPEG/],
    ['a truncated photo', async () => (await jpeg()).subarray(0, 400), /Não conseguimos abrir a foto/],
    [
      'a photo of 30 megapixels',
      () =>
        sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#fff' } })
          .jpeg()
          .toBuffer(),
      /grande demais/,
    ],
    ['a photo that declares 65,500 × 65,500 pixels', () => bomb(), /grande demais/],
  ])('the upload of %s is rejected with an error of the field', async (_what, make, message) => {
    const response = await upload(await make())
    expect(response).toMatchObject({ status: 422, errors: [{ path: 'picture' }] })
    expect(response.ok ? '' : response.errors?.[0]?.message).toMatch(message)
  })

  test('the media type that the browser declares for a picture is ignored', async () => {
    expect((await upload(await jpeg(), { type: 'image/svg+xml' })).status).toBe(200)
  })

  test('a file above the limit of uploads and a body without a file are rejected without a 500', async () => {
    const photo = await jpeg()
    const large = Buffer.concat([photo, Buffer.alloc(fileMaxBytes)])
    expect(await upload(large)).toMatchObject({ status: 413, code: 'request.too-large' })
    expect((await marketing.raw('POST', uploadGiftPictureCall.path, new FormData())).status).toBe(422)
    expect((await marketing.raw('POST', uploadGiftPictureCall.path, {})).status).toBe(400)
  })

  test('a staff member’s uploads are limited to a hundred attempts a day', async () => {
    club.advanceSeconds(day)
    marketing = await signedInStaff(club, staffPersonas.marketing)
    for (let sent = 0; sent < 100; sent += 1) expect((await upload(Buffer.of(1))).status).toBe(422)
    expect(await upload(await jpeg())).toMatchObject({ status: 429 })
    club.advanceSeconds(day)
    marketing = await signedInStaff(club, staffPersonas.marketing)
  })
})

const png = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

/** A small file whose header declares four gigapixels. */
const bomb = async (): Promise<Buffer> => {
  const bytes = Buffer.from(await jpeg())
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(65_500, frame + 5)
  bytes.writeUInt16BE(65_500, frame + 7)
  return bytes
}

describe('pictures of campaigns', () => {
  const [gift] = giftSettings.gifts
  const settingsWith = (picture: object | null) => ({ ...giftSettings, gifts: [{ ...gift, picture }] })
  const planWith = (settings: Record<string, unknown>) => ({
    slug: `brindes-${randomUUID()}`,
    kind: 'free_gifts' as const,
    title: 'Brindes',
    summary: 'Um brinde.',
    description: 'Cadastre as suas notas.',
    starts_at: '2030-03-01T13:00:00.000Z',
    ends_at: '2030-03-29T03:00:00.000Z',
    redeem_until: '2030-04-29T03:00:00.000Z',
    audience: { document_types: ['cpf' as const], minimum_age: null },
    spend_rule: spendRuleOf({ every_cents: 40_000, participations: 1 }),
    stock_total: 2000,
    limit_per_customer: null,
    legal: {
      certificate_number: '06.000001/2030',
      authority: 'SPA/MF',
      prize_list: [{ title: 'Copo', quantity: 500, value_cents: 4990 }],
    },
    regulation_version: null,
    terms_version: null,
    settings,
  })
  const create = async (settings: Record<string, unknown>): Promise<string> => {
    const response = await marketing.send(createCampaignCall, { body: planWith(settings) })
    if (!response.ok) throw new Error(response.message)
    return response.data.campaign_id
  }
  const missingOf = async (campaign_id: string) => {
    const list = await marketing.send(staffListCampaignsCall)
    const campaign = list.ok ? list.data.find((each) => each.campaign_id === campaign_id) : undefined
    return campaign?.missing.filter(({ path }) => path.startsWith('settings'))
  }

  test('a campaign with a picture that is not stored cannot be submitted', async () => {
    const alternative_text = 'Um copo azul'
    const unknown = await create(settingsWith({ picture_id: randomUUID(), alternative_text }))
    const error = {
      path: 'settings.gifts.0.picture',
      message: 'Esta foto não está mais guardada. Envie a foto de novo.',
    }
    expect(await missingOf(unknown)).toEqual([error])
    expect(await marketing.send(submitCampaignCall, { body: { campaign_id: unknown } })).toMatchObject({
      status: 422,
      errors: expect.arrayContaining([error]) as unknown[],
    })
    const known = await create(settingsWith({ picture_id: await uploaded(), alternative_text }))
    expect(await missingOf(known)).toEqual([])
  })

  test('a picture requires alternative text', async () => {
    const id = await create(settingsWith({ picture_id: await uploaded(), alternative_text: '' }))
    expect(await missingOf(id)).toMatchObject([{ path: 'settings.gifts.0.picture.alternative_text' }])
  })

  test('a picture that neither a campaign nor a draft uses is deleted after seven days', async () => {
    const alternative_text = 'Um copo azul'
    const [unused, campaignPicture, draftPicture] = [await uploaded(), await uploaded(), await uploaded()]
    const campaign_id = await create(settingsWith({ picture_id: campaignPicture, alternative_text }))
    const values = { 'gifts.0.picture': draftPicture }
    expect((await marketing.send(saveDraftCall, { body: { draft: null, values } })).status).toBe(200)

    club.advanceSeconds(6.9 * day)
    await club.purge()
    expect(await Promise.all([unused, campaignPicture, draftPicture].map(statusOf))).toEqual([200, 200, 200])
    club.advanceSeconds(0.2 * day)
    await club.purge()
    expect(await Promise.all([unused, campaignPicture, draftPicture].map(statusOf))).toEqual([404, 200, 200])
    const rows = await club.database.db
      .selectFrom('gift_picture')
      .select('id')
      .where('id', 'in', [unused, campaignPicture, draftPicture])
      .execute()
    expect(rows.map(({ id }) => id).toSorted()).toEqual([campaignPicture, draftPicture].toSorted())

    club.advanceSeconds(60 * day)
    await club.purge()
    expect(await statusOf(campaignPicture)).toBe(200)
    marketing = await signedInStaff(club, staffPersonas.marketing)
    expect(await missingOf(campaign_id)).toEqual([])
  })
})
