import { lazy } from 'react'

import type { Access } from '#src/services/kit/api-client.ts'
import { firstShown } from '../../kit/first-shown.ts'
import { LazySection } from '../../kit/LazySection.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { menuTitles } from '../../kit/menu.messages.ts'
import { Overview } from './OverviewSection.tsx'

const DashboardFiguresSection = lazy(async () => {
  await firstShown
  return { default: (await import('./DashboardFiguresSection.tsx')).DashboardFiguresSection }
})

/** The figures of all connectors, and the connectors below. The list is small and comes first; the figures and their charts follow. */
export function DashboardRoute({ access }: { readonly access: Access }) {
  return (
    <PageFrame title={menuTitles['/dashboard']}>
      {/* As high as a screen, so that the list does not jump when the figures are there. */}
      <LazySection meanwhile={<div style={{ height: '100vh' }} />}>
        <DashboardFiguresSection access={access} />
      </LazySection>
      <LazySection>
        <Overview access={access} />
      </LazySection>
    </PageFrame>
  )
}
