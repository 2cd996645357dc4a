/**
 * Every page inside: its path, who may open it, and what draws it. `core-platform.md` section 2, `studio-account-settings.md` section 2.
 */
import { type ComponentType, lazy } from 'react'

import { everyRole, type Role } from '#contract/kit/endpoint.ts'
import type { PagePath } from '../views/kit/pages.format.ts'
import { pageTitles } from '../views/kit/pages.messages.ts'
import type { PublishStep } from '../views/library/PublishSteps.tsx'
import { groupsFor } from '../views/shell/menu.ts'
import type { HelpPages, PageProps } from './help-pages.tsx'

export type Page = {
  readonly roles: readonly Role[]
  /** Nobody else hears that there is such a page. */
  readonly isHidden?: true
} & (
  | { readonly draw: ComponentType<PageProps> }
  /** Another path that the page is at. */
  | { readonly to: PagePath }
)

/** A page of ours, loaded when it is first opened. */
const built = (load: () => Promise<ComponentType<PageProps>>, roles = everyRole): Page => ({
  draw: lazy(async () => ({ default: await load() })),
  roles,
})
const helpPage = (name: keyof HelpPages, roles = everyRole) =>
  built(async () => (await import('./help-pages.tsx')).helpPages[name], roles)

const operator: readonly Role[] = ['SUPER_ADMIN']
const administrators: readonly Role[] = ['SUPER_ADMIN', 'ADMIN']
const dashboard = built(async () => {
  const { DashboardPage } = await import('./DashboardPage.tsx')
  return () => <DashboardPage />
})

/** The list and the page of one connection are one file: each file costs bytes of the first load. */
const connections = built(async () => (await import('../views/connections/ConnectionsRoute.tsx')).ConnectionsRoute)

/** One component for every step, so that the draft stays open while one goes from step to step. */
const builder = built(async () => {
  const { BuilderRoute } = await import('../views/builder/draft/BuilderRoute.tsx')
  return ({ user }) => <BuilderRoute owner={user._id} />
})

/** A step of publishing a connector; where none is given, the address names it. */
const publishing = (path: PagePath, step?: PublishStep) =>
  built(async () => {
    const { PublishRoute } = await import('../views/library/PublishRoute.tsx')
    const { stepNamed } = await import('../views/library/publication-parts.ts')
    return ({ user, params }) => (
      <PublishRoute userId={user._id} step={step ?? stepNamed(params['fieldType'] ?? '')} title={pageTitles[path]} />
    )
  })

const oneTemplate = (path: PagePath) =>
  built(async () => {
    const { TemplateRoute } = await import('../views/library/TemplateRoute.tsx')
    return ({ params }) => <TemplateRoute templateId={params['id'] ?? ''} title={pageTitles[path]} />
  })

const editingPublic = (path: PagePath) =>
  built(async () => {
    const { EditPublicationRoute } = await import('../views/library/EditPublicationRoute.tsx')
    const { partNamed } = await import('../views/library/publication-parts.ts')
    return ({ user, params: { id = '', fieldType } }) => (
      <EditPublicationRoute
        userId={user._id}
        templateId={id}
        part={fieldType === undefined ? null : partNamed(fieldType)}
        title={pageTitles[path]}
      />
    )
  })

export const pages: Readonly<Record<PagePath, Page>> = {
  '/': dashboard,
  '/dashboard': dashboard,
  '/details/:id': built(async () => {
    const { DetailsPage } = await import('./DetailsPage.tsx')
    return ({ user, params }) => <DetailsPage userId={user._id} connectorId={params['id'] ?? ''} />
  }),
  '/details/:id/runs/:runId': built(async () => {
    const { RunRoute } = await import('../views/connectors/runs/page/RunRoute.tsx')
    return ({ params: { id = '', runId = '' } }) => <RunRoute key={runId} runId={runId} connectorId={id} />
  }),
  '/details/:id/studio': built(async () => {
    const { StudioRoute } = await import('../views/studio/StudioRoute.tsx')
    return ({ user, params: { id = '' } }) => <StudioRoute key={id} user={user} connectorId={id} />
  }),
  '/runs': built(async () => (await import('../views/connectors/runs/RunsRoute.tsx')).RunsRoute),
  '/alarms': built(async () => (await import('../views/alerts/AlarmsRoute.tsx')).AlarmsRoute),
  '/mockdemo': built(async () => {
    const [{ DemoRoute }, { readShopSource }] = await Promise.all([
      import('../views/builder/lists/DemoRoute.tsx'),
      import('../services/library/template.service.ts'),
    ])
    return () => <DemoRoute readSource={readShopSource} />
  }),

  '/generate-public-connector/:fieldType': publishing('/generate-public-connector/:fieldType'),
  '/public/source-configuration': publishing('/public/source-configuration', 'source'),
  '/public/destination-configuration': publishing('/public/destination-configuration', 'destination'),
  '/public/data-mapping': publishing('/public/data-mapping', 'mapping'),
  '/public/integration-profile': publishing('/public/integration-profile', 'profile'),
  '/public/public-integration': publishing('/public/public-integration', 'publish'),
  '/configure-public-connector/:fieldType/:id': oneTemplate('/configure-public-connector/:fieldType/:id'),
  '/edit-public-connector-config/:fieldType/:id': editingPublic('/edit-public-connector-config/:fieldType/:id'),
  '/edit-public-connector/:id': editingPublic('/edit-public-connector/:id'),

  '/integration-setup': built(async () => {
    const { SetupIntegrationRoute } = await import('../views/library/transfer/SetupIntegrationRoute.tsx')
    return ({ user }) => <SetupIntegrationRoute userId={user._id} />
  }),
  '/integration-engine': built(async () => (await import('../views/connectors/list/EngineRoute.tsx')).EngineRoute),
  '/connector-library': built(async () => (await import('../views/library/LibraryRoute.tsx')).LibraryRoute),
  '/connector-library/:id': oneTemplate('/connector-library/:id'),
  '/your-marketplace': built(async () => (await import('../views/library/MarketplaceRoute.tsx')).MarketplaceRoute),
  '/connections': connections,
  '/connections/:id': connections,
  '/connection-sign-in': built(async () => (await import('../views/connections/oauth/SignInReturnRoute.tsx')).SignInReturnRoute),
  '/your-connectors': { to: '/your-marketplace', roles: everyRole },

  '/start-integration/integration-profile': builder,
  '/start-integration/:id': builder,
  '/start-integration/:id/source-configuration': builder,
  '/start-integration/:id/destination-configuration': builder,
  '/start-integration/:id/enrichment-configuration': builder,
  '/start-integration/:id/enrichment-configuration/:enrichmentTitle/:enrichmentId': builder,
  '/start-integration/:id/data-mapping': builder,
  '/start-integration/:id/review': builder,

  '/edit-integration/:id': builder,
  '/edit-integration/data-mapping/:id': builder,
  '/edit-integration/integration-profile/:id': builder,
  '/edit-integration/source-configuration/:id': builder,
  '/edit-integration/destination-configuration/:id': builder,
  '/edit-integration/enrichment-configuration/:id': builder,
  '/edit-integration/enrichment-configuration/:id/:enrichmentId': builder,
  '/data-mapping/:id': builder,
  '/integration/:id': builder,

  '/faq': helpPage('faq'),
  '/help-center': helpPage('center'),
  '/help-center/:article': helpPage('article'),
  '/support-requests': helpPage('received', operator),
  '/account': built(async () => {
    const { AccountRoute } = await import('../views/account/AccountRoute.tsx')
    return ({ user }) => <AccountRoute user={user} />
  }),
  '/system-settings': built(async () => {
    const { SettingsRoute } = await import('../views/settings/SettingsRoute.tsx')
    return ({ user }) => <SettingsRoute user={user} />
  }, administrators),
  '/admin': built(async () => (await import('../views/admin/AdminRoute.tsx')).AdminRoute, administrators),
  '/admin/customers': built(async () => (await import('../views/admin/customers/CustomersRoute.tsx')).CustomersRoute, operator),
  '/admin/customers/:id': built(async () => {
    const { CustomerRoute } = await import('../views/admin/customer/CustomerRoute.tsx')
    return ({ params: { id = '' } }) => <CustomerRoute key={id} id={id} />
  }, operator),
  '/admin/enterprise-library': built(
    async () => (await import('../views/admin/library/EnterpriseRoute.tsx')).EnterpriseRoute,
    operator,
  ),

  '/kit': built(async () => (await import('../views/admin/kit/KitRoute.tsx')).KitRoute, operator),
  '/inspector': {
    ...built(
      async () => {
        const { InspectorPage } = await import('../inspector/InspectorPage.tsx')
        return () => <InspectorPage />
      },
      import.meta.env.DEV ? everyRole : operator,
    ),
    isHidden: true,
  },
  '/outbox': built(async () => {
    const { OutboxRoute } = await import('../views/admin/OutboxRoute.tsx')
    return () => <OutboxRoute />
  }, operator),
}

export type Place = {
  readonly path: PagePath
  readonly page: Page
  readonly title: string
  readonly params: Readonly<Record<string, string>>
}

const patterns = (Object.keys(pages) as PagePath[]).map((path) => ({ path, parts: partsOf(path) }))

/** The page at an address's path, as the browser writes it; null where there is none. A fixed part goes before a `:name`. */
export function placeAt(pathname: string): Place | null {
  const parts = partsOf(pathname)
  for (const { path, parts: wanted } of patterns) {
    if (wanted.length !== parts.length) continue
    const params: Record<string, string> = {}
    const fits = wanted.every((part, index) => {
      const given = parts[index] ?? ''
      if (!part.startsWith(':')) return part === given.toLowerCase()
      params[part.slice(1)] = decoded(given)
      return true
    })
    if (fits) return { path, page: pages[path], title: pageTitles[path], params }
  }
  return null
}

/** The pages that somebody may open and that need nothing more than their path. */
export const pathsFor = (role: Role): readonly PagePath[] =>
  patterns
    .filter(({ path, parts }) => path !== '/' && !parts.some((part) => part.startsWith(':')))
    .map(({ path }) => path)
    .filter((path) => pages[path].roles.includes(role) && !('to' in pages[path]))

/** Pages inside a flow and pages that only a link leads to: the menu does not list them. */
const midway = /^\/(mockdemo|public|start-integration|connection-sign-in)(\/|$)/

/** What the palette offers to a person: every page that they may open and that needs nothing else. */
export function offersFor(role: Role): readonly PagePath[] {
  const inMenu: readonly string[] = groupsFor(role).flatMap(({ entries }) => entries.map(({ path }) => path))
  return pathsFor(role).filter((path) => !midway.test(path) && (inMenu.includes(path) || !pages[path].isHidden))
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

/** An address that cannot be decoded stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
