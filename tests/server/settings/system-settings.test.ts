/** Settings of a company: defaults, saves from a revision, name, logo and maintenance in one commit. */
import { expect, it } from 'vitest'
import { aiFields, aiLimits, aiProviders } from '#contract/settings/ai/ai-limits.ts'
import { companyDefaults } from '#contract/settings/company-limits.ts'
import { companyMailDefaults } from '#contract/settings/company-mail-limits.ts'
import { ipWhitelistDefaults } from '#contract/settings/ip-whitelist-limits.ts'
import { networkDefaults } from '#contract/settings/network/network-limits.ts'
import { retentionDefaults } from '#contract/settings/retention/retention-limits.ts'
import { securityDefaults } from '#contract/settings/security-limits.ts'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import { png, webp } from '../../unit/platform/pictures.ts'
import { createTestServer, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const noSecret = { set: false, last4: '' }
const unsaved = { at: null, by: null }
/** The same for every section. */
const forEach = (revision: number, saved: typeof unsaved) => {
  const names = [
    'aiIntegrations',
    'companySettings',
    'ipWhitelisting',
    'notificationSettings',
    'networkConnectivity',
    'retentionPolicy',
    'securitySettings',
  ]
  return {
    revisions: Object.fromEntries(names.map((name) => [name, revision])),
    saved: Object.fromEntries(names.map((name) => [name, saved])),
  }
}
const path = '/api/system-settings'
const read = async (as: Who = 'adminA') => (await server.ask('GET', path, { as })).json<SystemSettings>()
const save = (changes: object, revision: number, as: Who = 'adminA') =>
  read(as).then(({ companySettings }) =>
    server.ask('PUT', path, {
      as,
      body: { companySettings: { ...companySettings, ...changes }, revisions: { companySettings: revision } },
    }),
  )

it('begin with the defaults, for administrators only', async () => {
  expect(await read()).toEqual({
    companySettings: {
      ...companyDefaults,
      ...{ organizationName: 'Company A', organizationLogo: null },
      ...{ systemMaintenanceMode: false, systemMaintenanceMessage: '', maintenanceWindow: null },
    },
    maintenance: { since: null, by: null },
    aiIntegrations: {
      ...{ assistantProvider: 'built-in', allowPayloads: false, tokensADay: aiLimits.tokensADay.usual },
      ...Object.fromEntries(aiProviders.map((name) => [name, { ...aiFields[name], apiKey: noSecret, enabled: false }])),
    },
    ipWhitelisting: ipWhitelistDefaults,
    notificationSettings: {
      emailNotifications: {
        ...companyMailDefaults,
        smtpConfiguration: { ...companyMailDefaults.smtpConfiguration, password: noSecret },
      },
      webhookNotifications: { enabled: false, endpoints: [] },
    },
    networkConnectivity: {
      ...networkDefaults,
      cloudToCloud: { ...networkDefaults.cloudToCloud, vpnConfigurations: [], privateEndpoints: [] },
    },
    retentionPolicy: retentionDefaults,
    securitySettings: {
      ...securityDefaults,
      sso: { enabled: false, provider: 'SAML', configuration: { idpUrl: '', entityId: '', certificate: '' } },
    },
    ...forEach(0, unsaved),
  })
  expect((await server.ask('GET', path, { as: 'userA' })).json()).toMatchObject({
    status: 403,
    message: "You don't have permission to access system settings.",
  })
})

it('are saved from the revision that was read, of many saves at once by one, and are recorded', async () => {
  const body = {
    companySettings: { ...(await read('adminB')).companySettings, defaultTimezone: 'Asia/Tokyo' },
    revisions: { companySettings: 0 },
  }
  const replies = await Promise.all(Array.from({ length: 8 }, () => server.ask('PUT', path, { as: 'adminB', body })))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(await read('adminB')).toMatchObject({
    companySettings: { defaultTimezone: 'Asia/Tokyo' },
    revisions: { companySettings: 1 },
    saved: { companySettings: { by: 'adminB Example' } },
  })
  expect((await save({}, 0, 'adminB')).json()).toMatchObject({ code: 'settings/stale' })
  expect((await save({ defaultTimezone: 'UTC' }, 1, 'adminB')).statusCode).toBe(200)
  expect((await read()).companySettings.defaultTimezone).toBe('UTC')
  const audit = (await server.ask('GET', '/api/audit?what=settings.changed', { as: 'adminB' })).json<{ data: object[] }>()
  expect(audit.data).toHaveLength(2)
  expect(audit.data[0]).toMatchObject({
    before: { companySettings: { defaultTimezone: 'Asia/Tokyo' } },
    after: { companySettings: { defaultTimezone: 'UTC' } },
  })
})

it('name the company everywhere, and show its look to everybody of it', async () => {
  const colors = { primary: '#aa0000', secondary: '#ffffff' }
  const reply = await save(
    {
      organizationName: '  Cranes Ltd ',
      organizationLogo: webp,
      brandingColors: colors,
      dashboardLayout: { cardsPerRow: 5 },
      defaultTimezone: 'Asia/Tokyo',
      defaultLanguage: 'de',
    },
    0,
  )
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await server.ask('GET', '/api/users/me', { as: 'userA' })).json()).toMatchObject({ companyName: 'Cranes Ltd' })
  const look = (await server.ask('GET', '/api/company', { as: 'userA' })).json<{ organizationLogo: string }>()
  expect(look).toMatchObject({
    organizationName: 'Cranes Ltd',
    brandingColors: colors,
    dashboardLayout: { cardsPerRow: 5 },
    formats: { timezone: 'Asia/Tokyo', language: 'de' },
    organizationLogo: expect.stringMatching(/^data:image\/webp;base64,/),
  })
  // What was read is saved again, and stays.
  expect((await save({}, 1)).json<SystemSettings>().companySettings.organizationLogo).toBe(look.organizationLogo)
  expect((await save({ organizationLogo: null }, 2)).json()).toMatchObject({ companySettings: { organizationLogo: null } })
})

it.each([
  ['a zone that is not offered', { defaultTimezone: 'Mars/Base' }, 400],
  ['a name of blanks', { organizationName: ' ' }, 400],
  ['a colour that is none', { brandingColors: { primary: 'red', secondary: '#ffffff' } }, 400],
  ['a primary colour on which white text cannot be read', { brandingColors: { primary: '#ffcc00', secondary: '#ffffff' } }, 422],
  ['a secondary colour on which grey text cannot be read', { brandingColors: { primary: '#aa0000', secondary: '#888888' } }, 422],
  ['six cards', { dashboardLayout: { cardsPerRow: 6 } }, 400],
  ['a drawing as a logo', { organizationLogo: 'data:image/svg+xml;base64,PHN2Zy8+' }, 400],
  ['a logo that says it is another kind', { organizationLogo: png.replace('png', 'jpeg') }, 422],
  ['a message of 1,001 characters', { systemMaintenanceMessage: 'x'.repeat(1_001) }, 400],
])('refuse %s, and nothing is changed', async (_, changes, status) => {
  const before = await read()
  expect((await save({ ...changes, defaultLanguage: 'de' }, before.revisions.companySettings)).statusCode).toBe(status)
  expect(await read()).toEqual(before)
})

it('switch the maintenance, which holds at once and says since when and by whom', async () => {
  const { revisions } = await read()
  const on = await save({ systemMaintenanceMode: true, systemMaintenanceMessage: 'Back at 10.' }, revisions.companySettings)
  expect(on.json<SystemSettings>().maintenance).toEqual({ since: expect.any(String), by: 'adminA Example' })
  const refused = await server.ask('GET', '/api/users/me', { as: 'userA' })
  expect(refused.json()).toMatchObject({ status: 503, message: 'Back at 10.' })
  const woken = server.engine.woken
  const off = await save({ systemMaintenanceMode: false }, revisions.companySettings + 1)
  expect(off.json<SystemSettings>()).toMatchObject({
    companySettings: { systemMaintenanceMode: false, systemMaintenanceMessage: '' },
    maintenance: { since: null, by: null },
  })
  expect((await server.ask('GET', '/api/users/me', { as: 'userA' })).statusCode).toBe(200)
  expect(server.engine.woken).toBeGreaterThan(woken)
})
