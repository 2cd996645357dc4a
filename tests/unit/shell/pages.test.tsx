// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { User } from '#contract/auth/auth.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import { NotFoundGuard } from '#src/app/NotFoundGuard.tsx'
import { offersFor, pages, pathsFor, placeAt } from '#src/app/pages.tsx'
import { publicPlace } from '#src/app/public-paths.ts'
import { AccessContext } from '#src/views/kit/actors/use-access.ts'
import { pageTitles } from '#src/views/kit/pages.messages.ts'
import { groupsFor } from '#src/views/shell/menu.ts'

afterEach(cleanup)

/** Written a second time, from section 2 of both documents, with an example for each `{name}`. */
const inside = `
  / /dashboard /details/7 /details/7/studio /mockdemo
  /generate-public-connector/http /public/source-configuration /public/destination-configuration /public/data-mapping
  /public/integration-profile /public/public-integration /configure-public-connector/http/7
  /edit-public-connector-config/http/7 /edit-public-connector/7
  /integration-setup /integration-engine /connector-library /connector-library/7 /your-marketplace /connections /your-connectors
  /start-integration/7 /start-integration/7/source-configuration /start-integration/7/destination-configuration
  /start-integration/7/enrichment-configuration/Weather/8 /start-integration/7/data-mapping /start-integration/7/review
  /start-integration/integration-profile
  /edit-integration/7 /edit-integration/data-mapping/7 /edit-integration/integration-profile/7
  /edit-integration/source-configuration/7 /edit-integration/destination-configuration/7
  /edit-integration/enrichment-configuration/7/8
  /faq /help-center /account /system-settings /admin /admin/customers /admin/enterprise-library
  /data-mapping/7 /integration/7`
  .trim()
  .split(/\s+/)
/** Besides: the lists of enrichments, of alarms and of runs have an address of their own, and so has each run and each article. */
const ours = [
  '/admin/customers/7',
  '/alarms',
  '/connections/7',
  '/connection-sign-in',
  '/help-center/topic-mapping',
  '/runs',
  '/details/7/runs/8',
  '/inspector',
  '/kit',
  '/outbox',
  '/support-requests',
  '/start-integration/7/enrichment-configuration',
  '/edit-integration/enrichment-configuration/7',
]
const outside = `
  /sign-up /sign-up/additional-details /sign-up/product-selection /sign-up/success /confirm-account /oauth-success
  /forgot-password /reset-password /oauth-error /privacy-policy /terms-service`
  .trim()
  .split(/\s+/)

const access = { bearer: () => null, renew: () => Promise.reject(new Error('nobody is here')) }
const withAccess = ({ children }: { readonly children: ReactNode }) => <AccessContext value={access}>{children}</AccessContext>
const person = (role: Role): User => ({
  _id: 'ada',
  email: 'ada@demo.test',
  firstName: 'Ada',
  lastName: 'Lovelace',
  role,
  companyId: 'demo',
  companyName: 'Demo',
  workspaceName: 'Demo',
  confirmed: true,
  plan: 'Basic',
  integrations: [],
})

describe('the table of pages', () => {
  it.each([...inside, ...ours])('knows %s', (path) => expect(placeAt(path)).not.toBeNull())

  it('knows nothing else', () => {
    const found = new Set([...inside, ...ours].map((path) => placeAt(path)?.path))
    expect(Object.keys(pages).filter((path) => !found.has(path as keyof typeof pages))).toEqual([])
  })

  it('has a title for every page, and a page for every title', () =>
    expect(Object.keys(pages).sort()).toEqual(Object.keys(pageTitles).sort()))

  it.each(outside)('leaves %s to whoever comes', (path) => {
    expect(publicPlace(path)).not.toBeNull()
    expect(placeAt(path)).toBeNull()
  })

  it.each(['/nothing', '/details', '/details/7/nothing', '/details/7/studio/more', '/start-integration', '/admin/nothing'])(
    'does not know %s',
    (path) => expect(placeAt(path)).toBeNull(),
  )

  it('keeps the studio apart from the page of its connector', () => {
    expect(placeAt('/details/7/studio')).toMatchObject({ path: '/details/:id/studio', params: { id: '7' } })
    expect(placeAt('/details/studio')).toMatchObject({ path: '/details/:id', params: { id: 'studio' } })
  })

  it('takes a fixed part before a name', () => {
    expect(placeAt('/start-integration/integration-profile')?.path).toBe('/start-integration/integration-profile')
    expect(placeAt('/start-integration/other')?.path).toBe('/start-integration/:id')
  })

  it('reads what stands in an address, however it is written', () => {
    expect(placeAt('/details/a%20b%2Fc/')?.params).toEqual({ id: 'a b/c' })
    expect(placeAt('/details/%E0%A4%A')?.params).toEqual({ id: '%E0%A4%A' })
    expect(placeAt('/Help-Center')?.path).toBe('/help-center')
    expect(placeAt('/details/AbC')?.params).toEqual({ id: 'AbC' })
  })
})

describe('who may open what', () => {
  const settled = "You don't have permission to access system settings."

  it('is said in the words of the specification for the system settings', async () => {
    await open('/system-settings', 'USER')
    screen.getByText(settled)
    expect(screen.queryByText('Not built yet')).toBeNull()
    // What an administrator sees has tests of its own, and loads more than this one should wait for.
    expect(placeAt('/system-settings')?.page.roles).toEqual(['SUPER_ADMIN', 'ADMIN'])
  })

  it.each([
    ['/admin', 'USER'],
    ['/admin/customers', 'USER'],
    ['/admin/enterprise-library', 'USER'],
    ['/admin/customers', 'ADMIN'],
    ['/admin/customers/7', 'ADMIN'],
    ['/admin/enterprise-library', 'ADMIN'],
    ['/outbox', 'USER'],
    ['/outbox', 'ADMIN'],
    ['/support-requests', 'ADMIN'],
  ] as const)('%s is not for %s', async (path, role) => {
    await open(path, role)
    screen.getByRole('heading', { name: 'Not for your role' })
    screen.getByText(`You don't have permission to open ${placeAt(path)?.title}.`)
    // No administrator can hand out what is the operator's.
    expect(screen.queryByText(/ask your company administrator/) === null).toBe(path !== '/admin')
  })

  it('is for administrators: the console of their own company', () =>
    expect(placeAt('/admin')?.page.roles).toEqual(['SUPER_ADMIN', 'ADMIN']))

  it('leads from the old name of the marketplace to it', async () => {
    history.replaceState(null, '', '/your-connectors')
    await act(async () => void render(<NotFoundGuard path="/your-connectors" user={person('USER')} />, { wrapper: withAccess }))
    expect(location.pathname).toBe('/your-marketplace')
  })

  it('says that there is nothing where there is nothing', async () => {
    await open('/nothing', 'SUPER_ADMIN')
    screen.getByRole('heading', { name: 'Page not found' })
    screen.getByRole('link', { name: 'Go to the dashboard' })
  })

  it.each(['USER', 'ADMIN', 'SUPER_ADMIN'] as const)('the menu and the palette of %s lead only where they may go', (role) => {
    const menu = groupsFor(role).flatMap(({ entries }) => entries.map(({ path }) => path))
    for (const path of menu) expect(pathsFor(role)).toContain(path)
    for (const path of pathsFor(role)) expect(placeAt(path)?.page.roles).toContain(role)
  })
})

describe('what the palette offers', () => {
  it.each(['USER', 'ADMIN', 'SUPER_ADMIN'] as const)(
    '%s: the entries of the menu that are built, the alarms, and no step in the middle of a flow',
    (role) => {
      const menu: readonly string[] = groupsFor(role).flatMap(({ entries }) => entries.map(({ path }) => path))
      const of = {
        USER: [],
        ADMIN: [],
        SUPER_ADMIN: ['/kit', '/admin/customers', '/admin/enterprise-library'],
      } as const
      const more = [...of[role], '/alarms', '/runs']
      expect(offersFor(role).toSorted()).toEqual([...menu, ...more].toSorted())
    },
  )
})

async function open(path: string, role: Role): Promise<void> {
  await act(async () => {
    render(<NotFoundGuard path={path} user={person(role)} />, { wrapper: withAccess })
  })
  await screen.findByRole('heading', { level: 1 })
}
